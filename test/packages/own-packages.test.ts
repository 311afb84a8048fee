/** The packages that others may take are whole: they compile, and load under Node, with nothing but what they name. */
import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../helpers/database.ts';

const root = join(import.meta.dir, '../..');
const COMPILER = join(root, 'node_modules/typescript/bin/tsc');

async function output(words: readonly string[], cwd: string): Promise<string> {
  const child = Bun.spawn([...words], { cwd, stdout: 'pipe', stderr: 'inherit' });
  const text = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error(text);
  return text.trim();
}

const SIGNAL = `
  const { createSignal, isSignatureOf, keepingSessions } = await import('@gatehouse/signal');
  console.log(typeof createSignal, isSignatureOf(Buffer.alloc(32), Buffer.alloc(1), Buffer.alloc(64)),
    JSON.stringify(keepingSessions({ session: { a: null } })));
`;

const AUDIO = `
  const { toVoiceNote, voiceNoteOf } = await import('@gatehouse/audio');
  const wav = Buffer.alloc(44 + 2 * 96000);
  wav.write('RIFF'); wav.write('WAVEfmt ', 8); wav.write('data', 36);
  wav.writeUInt32LE(16, 16); wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(48000, 24); wav.writeUInt16LE(16, 34);
  const note = await toVoiceNote(wav, { loadDecoder: async () => null });
  console.log(voiceNoteOf(note).seconds, voiceNoteOf(note).waveform.length);
`;

test.each([
  ['signal', SIGNAL, 'function false {}'],
  ['audio', AUDIO, '2 64'],
])(
  'packages/%s compiles by itself and is loaded by Node',
  async (name, script, expected) => {
    const source = join(root, 'packages', name);
    const folder = temporaryFolder();
    const installed = join(folder, 'node_modules/@gatehouse', name);
    await output([process.execPath, COMPILER, '-p', source, '--outDir', `${installed}/dist`], root);
    copyFileSync(join(source, 'package.json'), join(installed, 'package.json'));
    const { dependencies = {} } = await Bun.file(join(source, 'package.json')).json();
    for (const one of Object.keys(dependencies)) {
      mkdirSync(dirname(join(folder, 'node_modules', one)), { recursive: true });
      symlinkSync(join(root, 'node_modules', one), join(folder, 'node_modules', one));
    }
    const words = ['node', '--input-type=module', '-e', script];
    expect(await output(words, folder)).toBe(expected);
  },
  60_000,
);
