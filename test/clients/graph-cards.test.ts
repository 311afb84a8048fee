/** A whole card of a contact, as the code of `whatsapp-api-js` sends it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  Address,
  Birthday,
  Contacts,
  Email,
  Name,
  Organization,
  Phone,
  Url,
} from 'whatsapp-api-js/messages';
import {
  type GraphStage,
  type MetaStage,
  metaGraph,
  sandboxGraph,
} from '../modules/graph/stages.ts';

let meta: MetaStage;
let sandbox: GraphStage;
beforeAll(async () => {
  [meta, sandbox] = await Promise.all([metaGraph(), sandboxGraph()]);
});
afterAll(() => Promise.all([meta.stop(), sandbox.stop()]));

const ANA = '5511988887777';

const CARD = new Contacts([
  new Name('Dr. Bo Li', 'Bo', 'Li', undefined, undefined, 'Dr.'),
  new Organization('Shop', 'Sales', 'Head'),
  new Birthday('1990', '12', '31'),
  new Phone('+55 11 97777-6666', 'CELL', '5511977776666'),
  new Phone('0800 1234', 'WORK'),
  new Email('bo@shop.example.com', 'WORK'),
  new Email('bo@example.com'),
  new Url('https://shop.example.com', 'WORK'),
  new Address('Brazil', 'BR', 'PE', 'Recife', 'Street 1', '50000-000', 'HOME'),
]);

const send = ({ url, key, phoneNumberId }: GraphStage) => {
  const elsewhere = (input: string | URL | Request, init?: RequestInit) =>
    fetch(`${input}`.replace('https://graph.facebook.com', `${url}/graph`), init);
  const api = new WhatsAppAPI({
    ...{ token: key, appSecret: 'none', webhookVerifyToken: 'none', v: 'v24.0' },
    ponyfill: { fetch: elsewhere as typeof fetch },
  });
  return api.sendMessage(phoneNumberId, ANA, CARD);
};

test('it reaches Meta with all of its fields', async () => {
  await send(meta);
  expect(meta.messages.sent.at(-1)?.body.contacts).toEqual([
    {
      name: { formatted_name: 'Dr. Bo Li', first_name: 'Bo', last_name: 'Li', prefix: 'Dr.' },
      org: { company: 'Shop', department: 'Sales', title: 'Head' },
      birthday: '1990-12-31',
      phones: [
        { phone: '+55 11 97777-6666', type: 'CELL', wa_id: '5511977776666' },
        { phone: '0800 1234', type: 'WORK' },
      ],
      emails: [{ email: 'bo@shop.example.com', type: 'WORK' }, { email: 'bo@example.com' }],
      urls: [{ url: 'https://shop.example.com', type: 'WORK' }],
      addresses: [
        {
          ...{ street: 'Street 1', city: 'Recife', state: 'PE', zip: '50000-000' },
          ...{ country: 'Brazil', country_code: 'BR', type: 'HOME' },
        },
      ],
    },
  ]);
});

test('it leaves the sandbox as a vCard with all of them', async () => {
  await send(sandbox);
  const { body } = await sandbox.call('GET', '/sandbox/shop/sent');
  expect(body.at(-1).message.contactMessage.vcard.split('\n').slice(2, -1)).toEqual([
    'N:Li;Bo;;Dr.;',
    'FN:Dr. Bo Li',
    'ORG:Shop;Sales',
    'TITLE:Head',
    'EMAIL;type=WORK:bo@shop.example.com',
    'EMAIL:bo@example.com',
    'URL;type=WORK:https://shop.example.com',
    'TEL;type=CELL;type=VOICE;waid=5511977776666:+55 11 97777-6666',
    'TEL;type=WORK;type=VOICE:0800 1234',
    'item10.ADR;type=HOME:;;Street 1;Recife;PE;50000-000;Brazil',
    'item10.X-ABADR:BR',
    'BDAY:1990-12-31',
  ]);
});
