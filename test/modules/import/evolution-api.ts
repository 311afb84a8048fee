/** A database of Evolution API 2.3.7 as its tables are, and rows for them. */

/** Its tables that matter here, with their columns, types and keys. */
export const TABLES = `
create type "InstanceConnectionStatus" as enum ('open', 'close', 'connecting');
create table "Instance" (
  "id" text not null primary key, "name" varchar(255) not null unique,
  "connectionStatus" "InstanceConnectionStatus" not null default 'open',
  "ownerJid" varchar(100), "profileName" varchar(100), "profilePicUrl" varchar(500),
  "integration" varchar(100), "number" varchar(100), "businessId" varchar(100), "token" varchar(255),
  "clientName" varchar(100), "disconnectionReasonCode" integer, "disconnectionObject" jsonb,
  "disconnectionAt" timestamp, "createdAt" timestamp default current_timestamp, "updatedAt" timestamp);
create table "Session" (
  "id" text not null primary key, "sessionId" text not null unique, "creds" text,
  "createdAt" timestamp not null default current_timestamp,
  foreign key ("sessionId") references "Instance" ("id") on delete cascade on update cascade);
create table "Webhook" (
  "id" text not null primary key, "url" varchar(500) not null, "headers" jsonb, "enabled" boolean default true,
  "events" jsonb, "webhookByEvents" boolean default false, "webhookBase64" boolean default false,
  "createdAt" timestamp default current_timestamp, "updatedAt" timestamp not null,
  "instanceId" text not null unique references "Instance" ("id") on delete cascade on update cascade);
create table "Setting" (
  "id" text not null primary key, "rejectCall" boolean not null default false, "msgCall" varchar(100),
  "groupsIgnore" boolean not null default false, "alwaysOnline" boolean not null default false,
  "readMessages" boolean not null default false, "readStatus" boolean not null default false,
  "syncFullHistory" boolean not null default false, "wavoipToken" varchar(100),
  "createdAt" timestamp default current_timestamp, "updatedAt" timestamp not null,
  "instanceId" text not null unique references "Instance" ("id") on delete cascade on update cascade);
create table "Proxy" (
  "id" text not null primary key, "enabled" boolean not null default false, "host" varchar(100) not null,
  "port" varchar(100) not null, "protocol" varchar(100) not null, "username" varchar(100) not null,
  "password" varchar(100) not null, "createdAt" timestamp default current_timestamp,
  "updatedAt" timestamp not null,
  "instanceId" text not null unique references "Instance" ("id") on delete cascade on update cascade);
create table "Message" (
  "id" text not null primary key, "key" jsonb not null, "pushName" varchar(100), "participant" varchar(100),
  "messageType" varchar(100) not null, "message" jsonb not null, "contextInfo" jsonb, "source" varchar(10) not null,
  "messageTimestamp" integer not null, "status" varchar(30), "webhookUrl" varchar(500), "sessionId" text,
  "instanceId" text not null references "Instance" ("id") on delete cascade on update cascade);
create table "Rabbitmq" (
  "id" text not null primary key, "enabled" boolean not null default false, "events" jsonb not null,
  "createdAt" timestamp default current_timestamp, "updatedAt" timestamp not null,
  "instanceId" text not null unique references "Instance" ("id") on delete cascade on update cascade);`;

export type Fields = Readonly<Record<string, unknown>>;

/** A row of one of the tables. */
export interface Row {
  readonly table: string;
  readonly row: Fields;
}

const AT = '2026-05-06T14:38:27.5';

export const instance = (id: string, name: string, more: Fields = {}): Row => ({
  table: 'Instance',
  row: {
    id,
    name,
    connectionStatus: 'open',
    integration: 'WHATSAPP-BAILEYS',
    token: `TOKEN-OF-${name.toUpperCase()}`,
    createdAt: AT,
    updatedAt: AT,
    ...more,
  },
});

/** A row of a table whose rows belong to an instance. */
export const belonging = (table: string, instanceId: string, row: Fields): Row => ({
  table,
  row: { id: `${table}-${instanceId}`, updatedAt: AT, instanceId, ...row },
});

/** A message of an instance; `at` in seconds since 1970. */
export const message = (
  instanceId: string,
  { id, at, text, ...more }: { id: string; at: number; text: string; key: Fields } & Fields,
): Row => ({
  table: 'Message',
  row: {
    id: `row-${id}`,
    instanceId,
    pushName: 'Ana',
    messageType: 'conversation',
    message: { conversation: text },
    source: 'android',
    messageTimestamp: at,
    status: 'DELIVERY_ACK',
    ...more,
    key: { id, fromMe: false, ...more.key },
  },
});

/** `creds` as the library's JSON, which is stored as a JSON text. */
export const session = (sessionId: string, creds: string): Row => ({
  table: 'Session',
  row: { id: `session-${sessionId}`, sessionId, creds: JSON.stringify(creds), createdAt: AT },
});

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `'${text.replaceAll("'", "''")}'`;
};

/** Statements for the rows, in the language that PostgreSQL and SQLite share. */
export const insertionOf = (rows: readonly Row[]): string =>
  rows
    .map(({ table, row }) => {
      const names = Object.keys(row).map((name) => `"${name}"`);
      return `insert into "${table}" (${names}) values (${Object.values(row).map(literal)});`;
    })
    .join('\n');

export const jsonLinesOf = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** As Evolution API names the files of keys. */
export const fileNameOf = (key: string): string =>
  `${key.replaceAll('/', '__').replaceAll(':', '-')}.json`;
