/** Refusals of choices name the fields that the caller sent, and count characters as people do. */
import { beforeAll, expect, test } from 'bun:test';
import { sharedApp } from '../../helpers/shared.ts';

let at: string;
let key: string;
const app = sharedApp({ env: { INTERACTIVE_ON_PHONES: 'true' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  const { body } = await app.call('GET', '/instance/fetchInstances');
  at = `${app.url}/graph/v25.0/${body[0].phoneNumberId}/messages`;
});

async function send(interactive: object) {
  const answer = await fetch(at, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: '5511888880000',
      type: 'interactive',
      interactive: { body: { text: 'Which?' }, ...interactive },
    }),
  });
  return { status: answer.status, text: await answer.text() };
}
const button = (title: string, id = 'a') => ({
  type: 'button',
  action: { buttons: [{ type: 'reply', reply: { id, title } }] },
});
const list = (row: object) => ({
  type: 'list',
  action: { button: 'Choose', sections: [{ title: 'A', rows: [row] }] },
});

test('a title of twenty characters is sent, whatever the characters are', async () => {
  for (const title of ['🛒 Finalizar compra 1', `${'👨‍👩‍👧'.repeat(19)}!`, 'x'.repeat(20)])
    expect(await send(button(title))).toMatchObject({ status: 200 });
});

test.each([
  [
    'a title',
    button('🛒 Finalizar compra 12'),
    'interactive.action.buttons.0.reply.title must have 1-20',
  ],
  ['an id', button('A', 'x'.repeat(257)), 'interactive.action.buttons.0.reply.id must have 1-256'],
  [
    'a row',
    list({ id: 'a', title: 'x'.repeat(25) }),
    'interactive.action.sections.0.rows.0.title must have 1-24',
  ],
  [
    'the id of a row',
    list({ id: 'x'.repeat(201), title: 'A' }),
    'interactive.action.sections.0.rows.0.id must have 1-200',
  ],
  [
    'a link',
    {
      type: 'cta_url',
      action: {
        name: 'cta_url',
        parameters: { display_text: 'x'.repeat(21), url: 'https://a.test/' },
      },
    },
    'interactive.action.parameters.display_text must have 1-20',
  ],
])('one more is refused under the name that was sent: %s', async (_, interactive, problem) => {
  expect(await send(interactive)).toEqual({ status: 400, text: expect.stringContaining(problem) });
});
