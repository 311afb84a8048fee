/** Texts that strangers write, made so that a careless pattern looks at the same characters again and again. */
import { expect, test } from 'bun:test';
import { reasonOf } from '../src/core/channels/broker-link.ts';
import { isInstanceName } from '../src/core/instances/directory.ts';
import { checkCredential } from '../src/core/providers/passkey.ts';
import { linkIn } from '../src/modules/gateway/message/link-preview.ts';
import { messageEvent } from '../src/modules/sandbox/controls.ts';
import { afterCloseOf } from '../src/modules/whatsapp/close-reason.ts';
import { cpuStopwatch } from './helpers/cpu-time.ts';

const SIZE = 256 * 1024;
const filled = (part: string, end = ''): string => part.repeat(SIZE / part.length) + end;

function signed(challenge: string): void {
  const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge }));
  const response = {
    clientDataJSON: clientDataJSON.toString('base64url'),
    authenticatorData: 'AA',
    signature: 'AA',
  };
  checkCredential(
    { id: 'AA', rawId: 'AA', type: 'public-key', response },
    { challenge: 'AAAA', rpId: 'example.com' },
  );
}

const arriving = (base64: string) =>
  messageEvent(
    { kind: 'image', from: '5511888880000', base64 },
    {
      ...{ nowMs: 0, random: (bytes: number) => Buffer.alloc(bytes), mediaLimitBytes: 0 },
      ...{ self: '', files: { add() {} } },
    },
    {},
  );

const READERS: readonly [string, () => unknown][] = [
  ['the base64 of a file', () => expect(() => arriving(filled('=', 'x'))).toThrow('base64')],
  [
    'the challenge of a passkey',
    () => expect(() => signed(filled('=', 'x'))).toThrow('another challenge'),
  ],
  ['why a platform has closed', () => afterCloseOf({ code: null, text: filled('noise ') })],
  ['why a broker has refused', () => reasonOf(new Error(filled('message size ')))],
  ['the link in a text', () => linkIn(`https://${filled('.', 'x')}`)],
  ['the name of an instance', () => isInstanceName(filled(' ', '\0'))],
];

test.each(READERS)('a hostile text of 256 KB takes less than a second to read: %s', (_, read) => {
  const usedMs = cpuStopwatch();
  read();
  expect(usedMs()).toBeLessThan(1000);
});
