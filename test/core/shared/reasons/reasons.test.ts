/** That the reasons of failures are stable names, each declared once, with the values of their sentences. */
import { expect, test } from 'bun:test';
import { AboutInstance, failure, NotConnected } from '../../../../src/core/shared/errors.ts';
import { accountsReasons } from '../../../../src/core/shared/reasons/accounts.ts';
import { gatewayReasons } from '../../../../src/core/shared/reasons/gateway.ts';
import { messagesReasons } from '../../../../src/core/shared/reasons/messages.ts';
import { programsReasons } from '../../../../src/core/shared/reasons/programs.ts';
import {
  REASONS,
  type ReasonCode,
  reasonSentence,
} from '../../../../src/core/shared/reasons/reasons.ts';
import { requestsReasons } from '../../../../src/core/shared/reasons/requests.ts';

const TABLES = [gatewayReasons, messagesReasons, accountsReasons, requestsReasons, programsReasons];
const NAMES = Object.keys(REASONS) as ReasonCode[];

test('each reason is declared once, as lower-case words joined by underscores', () => {
  expect(TABLES.flatMap((table) => Object.keys(table)).sort()).toEqual(NAMES.toSorted());
  expect(NAMES.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});

test('each sentence is said by one reason only', () => {
  const sentences = Object.values(REASONS).map(([, sentence]) => sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
});

test('each reason is made somewhere', async () => {
  const root = `${import.meta.dir}/../../../../src`;
  const paths = [...new Bun.Glob('**/*.ts').scanSync(root)].filter(
    (path) => !/^core\/(languages|shared\/reasons)\/|failure-guide/.test(path),
  );
  const sources = await Promise.all(paths.map((path) => Bun.file(`${root}/${path}`).text()));
  const quoted = new Set(sources.flatMap((source) => source.match(/'[a-z_]+'/g) ?? []));
  expect(NAMES.filter((name) => !quoted.has(`'${name}'`))).toEqual([]);
});

/** They have forms of failures that show no reason, or only programs call them. */
const OTHER_FORMS = /^modules\/(echo|evolution-go|graph|mcp|provider-webhook|socket-io)\//;
/** A failure without a reason, unless it takes that of another one; a wrong request names its fields. */
const UNNAMED =
  /new AppError\(\s*'(?!invalid|unprocessable)\w+',(?![^;]*(?:optionsOf|reasonCode))[^;]*/g;

test('each failure that a person can meet whatever they send has a reason', async () => {
  const root = `${import.meta.dir}/../../../../src`;
  const paths = [...new Bun.Glob('**/*.ts').scanSync(root)].filter(
    (path) => !OTHER_FORMS.test(path),
  );
  const found = await Promise.all(
    paths.map(async (path) =>
      ((await Bun.file(`${root}/${path}`).text()).match(UNNAMED) ?? []).map((text) => [path, text]),
    ),
  );
  expect(paths.length).toBeGreaterThan(500);
  expect(found.flat()).toEqual([]);
});

test('a failure has its sentence filled in, and the values by name', () => {
  const taken = failure('too_many_labels', { max: 20 });
  expect([taken.reason, taken.message, taken.reasonCode, taken.parameters]).toEqual([
    'conflict',
    'the account has 20 labels already: delete one first',
    'too_many_labels',
    { max: 20 },
  ]);
  expect(new AboutInstance('name_taken', 'shop').message).toBe('the name shop is taken');
  expect(new NotConnected().reasonCode).toBe('not_connected');
});

test('a value may look like a place of the sentence, or like a pattern', () => {
  expect(reasonSentence('name_taken', { name: '{name} $& $1' })).toBe(
    'the name {name} $& $1 is taken',
  );
});
