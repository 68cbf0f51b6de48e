// Makes the types of what the server sends from its description: `npm run generate`.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const description = new URL('src/generated/openapi.json', import.meta.url);

/** Where the types are kept. */
export const typesFile = new URL('src/generated/openapi.ts', import.meta.url);

/** The types as TypeScript. */
export async function generate() {
  const types = await openapiTS(JSON.parse(readFileSync(description, 'utf8')), {
    arrayLength: true,
    // What has a default may be left out of a request.
    defaultNonNullable: false,
  });
  return '// Made by `npm run generate` from openapi.json; do not edit.\n\n' + astToString(types);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(typesFile, await generate());
}
