/** Fields that nothing reads although they are one step from one that is read. */
import { describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { unreadFields } from '../../../src/core/http/unread-fields.ts';

const Message = {
  ...Type.Object(
    {
      number: Type.String(),
      linkPreview: Type.Optional(Type.Boolean()),
      url: Type.Optional(Type.String()),
      quoted: Type.Optional(Type.Object({ remoteJid: Type.String() })),
      buttons: Type.Optional(Type.Array(Type.Object({ displayText: Type.String() }))),
    },
    { additionalProperties: true },
  ),
  otherNames: { to: 'number', options: null },
};

describe('a warning', () => {
  test.each<[string, string]>([
    ['Number', 'Number is not read: did you mean number?'],
    ['numbr', 'numbr is not read: did you mean number?'],
    ['nubmer', 'nubmer is not read: did you mean number?'],
    ['numbers', 'numbers is not read: did you mean number?'],
    ['link_preview', 'link_preview is not read: did you mean linkPreview?'],
    ['link-preview', 'link-preview is not read: did you mean linkPreview?'],
    ['LINKPREVIEW', 'LINKPREVIEW is not read: did you mean linkPreview?'],
    ['URL', 'URL is not read: did you mean url?'],
  ])('of %s', (name, sentence) => {
    expect(unreadFields(Message, { [name]: 'x' })).toEqual([sentence]);
  });

  test('names the place of a field inside others', () => {
    const body = { quoted: { remotejid: 'x' }, buttons: [{}, { displaytext: 'Yes' }] };
    expect(unreadFields(Message, body)).toEqual([
      'quoted.remotejid is not read: did you mean remoteJid?',
      'buttons.1.displaytext is not read: did you mean displayText?',
    ]);
  });

  test('says that another name has lost against the own one', () => {
    expect(unreadFields(Message, { number: '1', to: '2' })).toEqual([
      'to is not read, because number is given',
    ]);
  });
});

describe('no warning', () => {
  test.each<[string, object]>([
    ['of fields that are read', { number: '1', url: 'x', quoted: { remoteJid: 'x' } }],
    ['of another name that is read', { to: '1', options: { delay: 1 } }],
    ['of another name that says the same', { number: '1', to: '1' }],
    ['of a misspelt name beside the right one that says the same', { number: '1', Number: '1' }],
    ['of a name that is two steps away', { nmbrs: '1', link: true }],
    ['of a short name with another letter', { uri: 'x' }],
    ['of what an object inherits', { toString: 'x' }],
    ['inside what is no object', { quoted: 'x', buttons: ['x', null] }],
  ])('%s', (_, body) => {
    expect(unreadFields(Message, { ...body })).toEqual([]);
  });

  test('of a closed body, which refuses unknown fields by name', () => {
    const Closed = Type.Object({ number: Type.String() }, { additionalProperties: false });
    expect(unreadFields(Closed, { Number: '1' })).toEqual([]);
  });
});

test('at most five are named, however many fields a body has', () => {
  const body = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`${'_'.repeat(index % 50)}number${index}`, 'x']),
  );
  const names = { numBer: 'x', NUMBER: 'x', Number: 'x', nUmber: 'x', numbeR: 'x', num_ber: 'x' };
  expect(unreadFields(Message, { ...names, ...body })).toHaveLength(5);
  expect(unreadFields(Message, { ['x'.repeat(5_000)]: 'x' })).toEqual([]);
});
