/**
 * The peer: the same stage create on the same schema and data through Fastify and better-sqlite3, under Node.
 * Looks up token, seat and permission, checks the body, writes stage and audit row in one durable transaction.
 * Usage: node server.mjs DATABASE_FILE; tells its URL on stdout.
 */
import { createHash, randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('foreign_keys = ON');

const findToken = db.prepare(
  'select id, user_id, bound_to, scopes from access_tokens where token_hash = ?',
);
const findSeat = db.prepare(
  `select m.account_id, a.status, r.key, r.permissions from memberships m
   join accounts a on a.id = m.account_id join roles r on r.id = m.role_id where m.user_id = ?`,
);
const findPipeline = db.prepare('select 1 from pipelines where id = ? and account_id = ?');
const insertStage = db.prepare(
  `insert into pipeline_stages (id, account_id, pipeline_id, name, color, position, stage_type,
     automation_rules, custom_fields, created_at, updated_at)
   values (?, ?, ?, ?, ?,
     (select coalesce(max(position), 0) + 1 from pipeline_stages where pipeline_id = ?),
     ?, ?, ?, ?, ?) returning position`,
);
const insertAudit = db.prepare(
  `insert into audit_logs (id, account_id, actor_user_id, token_id, action, resource, resource_id,
     before, after, request_id, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** UUID v7, as the product makes them: sorted by time. */
function newId() {
  const hex = Date.now().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

const create = db.transaction((caller, accountId, pipelineId, fields) => {
  const now = Date.now();
  const stage = {
    id: newId(),
    pipeline_id: pipelineId,
    name: fields.name.trim(),
    color: fields.color ?? '#3B82F6',
    position: 0,
    stage_type: fields.stage_type ?? 0,
    automation_rules: fields.automation_rules ?? {},
    custom_fields: fields.custom_fields ?? { attributes: [] },
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
  };
  const { position } = insertStage.get(
    stage.id,
    accountId,
    pipelineId,
    stage.name,
    stage.color,
    pipelineId,
    stage.stage_type,
    JSON.stringify(stage.automation_rules),
    JSON.stringify(stage.custom_fields),
    now,
    now,
  );
  stage.position = position;
  const after = JSON.stringify(stage);
  insertAudit.run(
    newId(),
    accountId,
    caller.user_id,
    caller.id,
    'create',
    'pipeline_stages',
    stage.id,
    null,
    after,
    newId(),
    now,
  );
  return stage;
});

const fields = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    color: { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' },
    stage_type: { type: 'integer', enum: [0, 1, 2] },
    automation_rules: { type: 'object' },
    custom_fields: {
      type: 'object',
      required: ['attributes'],
      additionalProperties: false,
      properties: { attributes: { type: 'array', items: { type: 'string', minLength: 1 } } },
    },
  },
};
const schema = {
  params: { type: 'object', properties: { pipeline_id: { type: 'string', format: 'uuid' } } },
  body: {
    type: 'object',
    required: ['pipeline_stage'],
    additionalProperties: false,
    properties: { pipeline_stage: fields },
  },
};

const app = Fastify();
app.post('/api/v1/pipelines/:pipeline_id/pipeline_stages', { schema }, (request, reply) => {
  const token = request.headers.api_access_token ?? '';
  const caller = findToken.get(createHash('sha256').update(token).digest('hex'));
  if (!caller) return reply.code(401).send({ success: false });
  const [seat] = findSeat.all(caller.user_id);
  if (seat?.status !== 'active' || seat.key !== 'super_admin')
    return reply.code(403).send({ success: false });
  const { pipeline_id: pipelineId } = request.params;
  if (!findPipeline.get(pipelineId, seat.account_id))
    return reply.code(404).send({ success: false });
  const data = create(caller, seat.account_id, pipelineId, request.body.pipeline_stage);
  const meta = { timestamp: new Date().toISOString() };
  return reply.code(201).send({ success: true, data, meta, message: 'created' });
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
