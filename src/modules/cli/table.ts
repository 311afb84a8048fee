/** Lists the commands in the order of the help. */
import { type Command, GATEWAY_OPTIONS, INSTANCE_OPTION, SECRET_OPTION } from './command.ts';

export const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    summary: 'Starts the service.',
    about: 'It reads its settings from the environment (docs/variables.md) and stops on SIGTERM.',
    operands: [],
    options: [],
    example: 'PORT=8080 gatehouse start',
    load: null,
  },
  {
    name: 'demo',
    summary: 'Shows in a few seconds how Gatehouse works, and leaves nothing behind.',
    about:
      'It starts a service, a sandbox instance with its QR code, and a receiver that refuses a delivery twice, on free\nports and in a temporary folder. Exit code 0 only if every step succeeds.',
    operands: [],
    options: [],
    example: 'gatehouse demo',
    load: () => import('./commands/demo.ts'),
  },
  {
    name: 'probe',
    summary: 'Tests your receiver with every kind of delivery and grades it.',
    about:
      'It sends a sample of every event type, repeats, events out of order, and slow, large and cut-off bodies.\nWith --secret it also sends forged, changed and old deliveries. Each failed check says why. Exit code 0 only\nfor grade A.',
    operands: [{ name: 'URL', about: 'The URL at which your receiver takes deliveries.' }],
    options: [SECRET_OPTION],
    example:
      'gatehouse probe http://localhost:9000/hook --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    load: () => import('./commands/probe.ts'),
  },
  {
    name: 'listen',
    summary: 'Posts the events of an instance to an application on this machine.',
    about:
      'It reads the WebSocket of the service, wherever that is, and opens nothing here to the outside. It posts the\nevents in order, each up to 5 times, signed with a secret that stays the same. After a lost connection it\ncontinues where it was. If the WebSocket of the instance is off, it is on until the command ends.',
    operands: [],
    options: [
      {
        name: 'forward-to',
        value: 'URL',
        about: 'The URL at which your application takes deliveries.',
      },
      INSTANCE_OPTION,
      {
        name: 'events',
        value: 'NAMES',
        about: 'Only these event types, separated by commas. Default: ALL.',
      },
      {
        name: 'after',
        value: 'SEQUENCE',
        about: 'Begin after this event. Default: only new events.',
      },
      SECRET_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example:
      'gatehouse listen --forward-to http://localhost:9000/hook --instance shop --events Message,Receipt',
    load: () => import('./commands/listen.ts'),
  },
  {
    name: 'trigger',
    summary: 'Triggers an event.',
    about:
      'In a sandbox instance the event is published and delivered like every other. For other instances a sample is\nposted to the webhook. Exit code 1 if the webhook does not take it.',
    operands: [{ name: 'EVENT', about: 'An event type, such as Message, in upper or lower case.' }],
    options: [
      { name: 'sample', about: 'Post a sample, also for a sandbox instance.' },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse trigger Message --instance shop',
    load: () => import('./commands/trigger.ts'),
  },
  {
    name: 'tail',
    summary: 'Shows deliveries as they happen, and why they fail.',
    about: 'It looks once a second until you stop it.',
    operands: [],
    options: [
      { name: 'failures', about: 'Only deliveries that have failed at least once.' },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse tail --instance shop --failures',
    load: () => import('./commands/tail.ts'),
  },
  {
    name: 'resend',
    summary: 'Redelivers past deliveries.',
    about: 'Select them by ID, or by state and time. Event IDs stay the same.',
    operands: [{ name: 'ID...', about: 'Delivery IDs.', isOptional: true, isMany: true }],
    options: [
      {
        name: 'state',
        value: 'STATE',
        about: 'Deliveries in this state: discarded, waiting or delivered.',
      },
      {
        name: 'since',
        value: 'TIME',
        about: 'Deliveries created since then: 30m, 2h, 7d, or an ISO 8601 time.',
      },
      INSTANCE_OPTION,
      ...GATEWAY_OPTIONS,
    ],
    example: 'gatehouse resend --state discarded --since 2h --instance shop',
    load: () => import('./commands/resend.ts'),
  },
  {
    name: 'doctor',
    summary: 'Finds what would keep the service from working here, and says how to fix it.',
    about:
      'It checks variables, versions, database, keys, port, data folder, free disk space, sync time, clock, and the\nservers that the variables name. It changes nothing, and the service may be running. Exit code 1 if a check fails.',
    operands: [],
    options: [],
    example: 'gatehouse doctor',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'health',
    summary:
      'Checks whether the service of this machine is alive: the health check of a container.',
    about: 'Exit code 1 if it does not answer 200 within 3 seconds.',
    operands: [],
    options: [],
    example: 'PORT=8080 gatehouse health',
    load: () => import('./commands/health.ts'),
  },
  {
    name: 'backup',
    summary: 'Copies the database while the service runs, and checks the copy.',
    about:
      'It copies to a folder or a bucket. The name appears there only when the copy is complete. A bucket belongs to the\nstore that BACKUP_S3_ENDPOINT or S3_ENDPOINT names; the copy is downloaded again and opened.',
    operands: [
      { name: 'PLACE', about: 'A folder, created if it is missing, or s3://BUCKET/PREFIX.' },
    ],
    options: [
      {
        name: 'keep',
        value: 'COUNT',
        about: 'Then remove all backups there but the newest COUNT.',
      },
    ],
    example: 'gatehouse backup s3://backups/shop --keep 14',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'backup list',
    summary: 'Lists the backups in a folder or bucket, oldest first.',
    about: '',
    operands: [{ name: 'PLACE', about: 'As `gatehouse backup` takes it.' }],
    options: [],
    example: 'gatehouse backup list s3://backups/shop',
    load: () => import('./commands/backup-list.ts'),
  },
  {
    name: 'restore',
    summary: 'Replaces the database with a backup. Stop the service first.',
    about:
      'It checks the backup first. The replaced database stays in the same folder under another name.',
    operands: [{ name: 'BACKUP', about: 'A file or s3:// address that `gatehouse backup` made.' }],
    options: [],
    example: 'gatehouse restore ./backups/gatehouse-20270131T090000000Z.db',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'import',
    summary: 'Imports instances, sessions and messages from another system.',
    about: 'Without --apply it only says what it would import.',
    operands: [
      { name: 'evolution-api', about: 'The system that it comes from; the only one so far.' },
      { name: 'SOURCE', about: 'Its PostgreSQL URL, or the file of a dump.' },
    ],
    options: [
      { name: 'keys', value: 'KEYS', about: 'Its `instances` folder, or its Redis URL.' },
      { name: 'without-keys', about: 'Import sessions without the keys of their conversations.' },
      { name: 'messages', about: 'Import messages too.' },
      { name: 'apply', about: 'Write the import.' },
    ],
    example: 'gatehouse import evolution-api evolution.jsonl --keys ./instances --apply',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'admin token',
    summary: 'Creates an access token that opens every account, and prints it once.',
    about:
      'Use it when no token works, or when there is no user yet: then it creates the first one. The service may be running.',
    operands: [],
    options: [],
    example: 'gatehouse admin token',
    load: () => import('./commands/admin-token.ts'),
  },
  {
    name: 'audit verify',
    summary: 'Checks that no row of the audit was changed or removed.',
    about: 'The service may be running. Exit code 1 if something is wrong.',
    operands: [
      { name: 'HEAD', about: 'A head that you noted before, as ID:HASH.', isOptional: true },
    ],
    options: [],
    example: 'gatehouse audit verify',
    load: () => import('./commands/audit-verify.ts'),
  },
];
