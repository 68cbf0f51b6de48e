// Files that are dropped on the page or chosen: a certificate is verified, a save becomes a job.

import { api } from './api';
import { go } from './route.svelte';
import type { Verification } from './types';

export const verifier = $state<{
  file: File | null;
  busy: boolean;
  result: Verification | null;
  trouble: string;
}>({ file: null, busy: false, result: null, trouble: '' });

/** `\x89WPS`, the beginning of a saved search. */
async function isSave(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x89, 0x57, 0x50, 0x53].every((byte, at) => start[at] === byte);
}

export async function take(file: File): Promise<void> {
  go('verify');
  Object.assign(verifier, { file, busy: true, result: null, trouble: '' });
  try {
    if (await isSave(file)) {
      const job = await api.keepSave(file);
      verifier.file = null;
      go('jobs', job.id, 'tree');
    } else verifier.result = await api.verify(file);
  } catch (error) {
    verifier.trouble = error instanceof Error ? error.message : String(error);
  } finally {
    verifier.busy = false;
  }
}

/** Uploads the certificate to the server, to walk through it. */
export async function walkThrough(): Promise<void> {
  if (!verifier.file) return;
  try {
    const { id } = await api.keepProof(verifier.file);
    go('jobs', id, 'proof');
  } catch (error) {
    verifier.trouble = error instanceof Error ? error.message : String(error);
  }
}
