/**
 * A WhatsApp of one's own, to try the product without a phone: `npm run fake-whatsapp -- [port] [--passkey]
 * [--first-code] [--replay FILE]`. With `--passkey` every account asks for its passkey before it is linked. With `--first-code` a phone
 * links with the first QR code that it scans; otherwise only with the one that is shown after it.
 * With `--replay` a device that is being linked is told what WhatsApp said in a file of WHATSAPP_RECORD instead.
 * Prints how to start the product against it, and how to drive its phones and contacts with curl.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Desk } from '../test/doubles/whatsapp/desk.ts';
import { readRecording, receivedIn } from '../test/doubles/whatsapp/recording.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../test/doubles/whatsapp/server.ts';

const DEFAULT_PORT = 8090;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const startLine = (whatsapp: FakeWhatsApp, authority: string): string =>
  [
    `WHATSAPP_SOCKET_URL=${whatsapp.url}`,
    `WHATSAPP_ROOT_PUBLIC_KEY=${whatsapp.rootPublicKey}`,
    `WHATSAPP_WEB_VERSION=${whatsapp.version.join('.')}`,
    `NODE_EXTRA_CA_CERTS=${authority}`,
    'DEFAULT_PROVIDER=whatsapp',
    'npm start',
  ].join(' \\\n  ');

const cheatSheet = (desk: string): string => `
# Link the account 5511999990000: the text inside the QR code that the product shows, or the typed code. The first code
# that is scanned becomes void, as at WhatsApp: scan the one that is shown then, or start with --first-code
curl ${desk}/phones/5511999990000/scan -d '{"qr":"https://wa.me/settings/linked_devices#..."}'
curl ${desk}/phones/5511999990000/type -d '{"code":"ABCD1234"}'

# With --passkey: play the browser with the \`ceremonyUrl\` that the product shows, and see the code on the phone
curl ${desk}/phones/5511999990000/passkey -d '{"url":"http://localhost:8080/passkey-ceremony/..."}'
curl ${desk}/phones/5511999990000/code

# Ana, 5511888880000, writes, sends a picture, calls, and sees what the account wrote
curl ${desk}/contacts/5511888880000/write -d '{"to":"5511999990000","text":"hello"}'
curl ${desk}/contacts/5511888880000/image -d '{"to":"5511999990000","base64":"'$(base64 -w0 picture.png)'","caption":"look"}'
curl ${desk}/contacts/5511888880000/call -d '{"to":"5511999990000","step":"offer"}'       # relaylatency, terminate, timeout
curl ${desk}/contacts/5511888880000/received
curl ${desk}/contacts/5511888880000/read -d '{"to":"5511999990000","messageIds":["3EB0..."]}'
curl ${desk}/contacts/5511888880000/tap -d '{"to":"5511999990000","id":"3EB0...","choice":"yes"}'  # a button or row of a message that was tried

# A group, a message in it, a channel that the phone joined, a message written on the phone itself
curl ${desk}/contacts/5511888880000/group -d '{"subject":"Crew","members":"5511999990000"}'
curl ${desk}/contacts/5511888880000/write -d '{"to":"1203630...@g.us","text":"hello all"}'
curl ${desk}/phones/5511999990000/newsletter -d '{"id":"120363000000000001@newsletter","name":"News"}'
curl ${desk}/phones/5511999990000/write -d '{"to":"5511888880000","text":"from the phone"}'

# Faults: cut the connection, fall silent, unlink the device
curl -X POST ${desk}/phones/5511999990000/drop
curl -X POST ${desk}/phones/5511999990000/silence
curl -X POST ${desk}/phones/5511999990000/remove

# What went wrong, if anything
curl ${desk}/state
`;

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      passkey: { type: 'boolean', default: false },
      'first-code': { type: 'boolean', default: false },
      replay: { type: 'string' },
    },
    allowPositionals: true,
  });
  const port = Number(positionals[0] ?? DEFAULT_PORT);
  const whatsapp = await startFakeWhatsApp({ port });
  whatsapp.voidsSecrets = !values['first-code'];
  if (values.replay !== undefined) {
    const recording = readRecording(await Bun.file(values.replay).text());
    for (const problem of recording.problems) say(problem);
    whatsapp.replayed = receivedIn(recording, 'first');
  }
  const desk = new Desk(whatsapp, { hasPasskeys: values.passkey });
  desk.start(whatsapp.port + 1);
  const authority = join(mkdtempSync(join(tmpdir(), 'fake-whatsapp-')), 'media-authority.pem');
  writeFileSync(authority, whatsapp.media.ca);
  say(`WhatsApp, of a kind, listens on ${whatsapp.url}. Start the product against it:\n`);
  say(startLine(whatsapp, authority));
  say(cheatSheet(desk.url));
}
