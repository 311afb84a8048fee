/** Every command, in the order in which the help lists them. */
import type { Command } from './command.ts';
import { SECRET_OPTION } from './secret.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'Starts the service.',
    about: 'It reads its settings from the environment (docs/variables.md), and ends on SIGTERM.',
    operands: [],
    options: [],
    example: 'PORT=8080 gatehouse start',
    load: null,
  },
  {
    name: 'probe',
    summary: 'Tries your receiver with everything that can come, and grades it.',
    about:
      'A sample of every event type, repeats, another order, slow, large and cut bodies; with --secret also\nforged, changed and old deliveries. Each failed point says why. Exit code 0 only for grade A.',
    operands: [{ name: 'URL', about: 'Where the receiver takes deliveries.' }],
    options: [SECRET_OPTION],
    example:
      'gatehouse probe http://localhost:9000/hook --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    load: () => import('./commands/probe.ts'),
  },
  {
    name: 'import',
    summary: 'Takes over instances, sessions and messages of another system.',
    about: 'Without --apply it only says what would be taken.',
    operands: [
      { name: 'evolution-api', about: 'The system that it comes from; the only one so far.' },
      { name: 'SOURCE', about: 'Its PostgreSQL URL, or the file of a dump.' },
    ],
    options: [
      { name: 'keys', value: 'KEYS', about: 'Its folder `instances`, or its Redis URL.' },
      { name: 'without-keys', about: 'Take sessions without the keys of their conversations.' },
      { name: 'messages', about: 'Take messages too.' },
      { name: 'apply', about: 'Write it.' },
    ],
    example: 'gatehouse import evolution-api evolution.jsonl --keys ./instances --apply',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'admin token',
    formerly: 'access-token',
    summary: 'Makes a new access token that opens every account, and prints it once.',
    about: 'For when none works any more. The service may be running.',
    operands: [],
    options: [],
    example: 'gatehouse admin token',
    load: () => import('./commands/admin-token.ts'),
  },
  {
    name: 'audit verify',
    formerly: 'audit-check',
    summary: 'Checks that no row of the audit was changed or removed.',
    about: 'The service may be running. Exit code 1 when something is wrong.',
    operands: [{ name: 'HEAD', about: 'A head noted before, as ID:HASH.', isOptional: true }],
    options: [],
    example: 'gatehouse audit verify',
    load: () => import('./commands/audit-verify.ts'),
  },
];
