import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` serves the page with reloading and passes /api on to a running `winproof serve`.
export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: { include: ['src/**/*.test.ts'] },
  server: { proxy: { '/api': process.env.WINPROOF_URL ?? 'http://127.0.0.1:7878' } },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: the server's content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
