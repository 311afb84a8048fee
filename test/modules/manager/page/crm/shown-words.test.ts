import { afterAll, describe, expect, test } from 'bun:test';
import { en } from '../../../../../src/core/languages/en.ts';
import { es } from '../../../../../src/core/languages/es.ts';
import { ptBR } from '../../../../../src/core/languages/pt-BR.ts';
import {
  permissionText,
  valueChoices,
  valueText,
} from '../../../../../src/modules/manager/page/crm/shown-words.ts';
import * as words from '../../../../../src/modules/manager/page/crm/words.ts';
import { setTexts } from '../../../../../src/modules/manager/page/texts.ts';

/** Every word of the service that a list or a form of the CRM shows. */
const VALUES = [
  ...[...words.PIPELINE_TYPES, ...words.VISIBILITIES, ...words.STAGE_TYPES],
  ...[...words.AVAILABILITIES, ...words.MCP_TYPES, 'active', 'suspended'],
];
/** Its actions, beside those that change one record. */
const ACTIONS = 'create update delete rotate renew reorder accept decline recover redeliver'
  .split(' ')
  .concat(['begin_recovery', 'pause_recovery', 'resume_recovery', 'cancel_recovery']);

afterAll(() => setTexts(en));

describe.each([
  ['en', en],
  ['pt-BR', ptBR],
  ['es', es],
] as const)('in %s', (_, language) => {
  test('every permission is shown in the words of the reader', () => {
    setTexts(language);
    const shown = words.PERMISSIONS.map(permissionText);
    expect(shown.filter((text) => !/^\p{Lu}[\p{L} ]+: \p{L}+$/u.test(text))).toEqual([]);
    expect(new Set(shown).size).toBe(words.PERMISSIONS.length);
  });

  test('every value that a field may have has a text', () => {
    setTexts(language);
    expect(VALUES.filter((word) => !Object.hasOwn(language.crmWords.values, word))).toEqual([]);
    expect(valueChoices(['sales'])).toEqual([['sales', language.crmWords.values.sales]]);
  });

  test('every change of every record is told as a sentence', () => {
    setTexts(language);
    const said = words.AUDITED_RESOURCES.flatMap((resource) =>
      ACTIONS.map((action) =>
        language.crmWords.audited({ resource, action, name: 'Ana', who: 'Bia' }),
      ),
    );
    expect(said.filter((text) => /_|: /.test(text))).toEqual([]);
    expect(said.filter((text) => !text.endsWith('Bia'))).toEqual([]);
  });
});

test('a word that this version does not know is shown as it is', () => {
  setTexts(ptBR);
  expect(valueText('later')).toBe('later');
  expect(permissionText('campaigns.archive')).toBe('campaigns: archive');
  expect(
    en.crmWords.audited({ resource: 'campaigns', action: 'archive', name: 'May', who: '' }),
  ).toBe('Campaigns May: archive');
});

test.each([
  ['delete', 'Ana removed from an inbox by Bia', 'Remoção de Ana de uma caixa de entrada por Bia'],
  ['create', 'Ana added to an inbox by Bia', 'Inclusão de Ana em uma caixa de entrada por Bia'],
])('the audit log names the person who was part of a %s in an inbox', (action, english, pt) => {
  const entry = { resource: 'inbox_members', action, name: 'Ana', who: 'Bia' };
  expect(en.crmWords.audited(entry)).toBe(english);
  expect(ptBR.crmWords.audited(entry)).toBe(pt);
});

test('the audit log names the inbox of a member where it is known', () => {
  const entry = {
    resource: 'inbox_members',
    action: 'create',
    name: 'Ana',
    inbox: 'Desk',
    who: '',
  };
  expect(en.crmWords.audited(entry)).toBe('Ana added to inbox Desk');
  expect(ptBR.crmWords.audited(entry)).toBe('Inclusão de Ana na caixa de entrada Desk');
  expect(es.crmWords.audited(entry)).toBe('Inclusión de Ana en la bandeja de entrada Desk');
});
