// Files that are dropped on the page or chosen: a certificate is verified, a save becomes a job, a position is set up.

import { api } from './api';
import { kindOf, textOf } from './files';
import { takeText } from './problem.svelte';
import { go, route } from './route.svelte';
import type { Verification } from './types';

export const verifier = $state<{
  file: File | null;
  busy: boolean;
  result: Verification | null;
  trouble: string;
}>({ file: null, busy: false, result: null, trouble: '' });

/** A longer text is no position that somebody could look at. */
const LONGEST_TEXT = 8 << 20;

/** Takes a file to where it belongs; on the page that verifies, what is not a save is taken for a certificate. */
export async function receive(file: File): Promise<void> {
  const verifying = route.parts[0] === 'verify' || file.size > LONGEST_TEXT;
  if (verifying || (await kindOf(file)) !== 'text') return take(file);
  takeText(await textOf(file), file.name);
  go();
}

export async function take(file: File): Promise<void> {
  go('verify');
  Object.assign(verifier, { file, busy: true, result: null, trouble: '' });
  try {
    if ((await kindOf(file)) === 'save') {
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
