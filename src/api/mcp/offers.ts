/** Which operations agents are offered, under which names, and what each does to the world. */

/** Method and route of an operation. */
type Operation = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

/** What clients go by when they ask a person first. */
export interface Offer {
  readonly operation: Operation;
  /** `reads`: changes nothing; `adds`: takes nothing away; `changes`: overwrites or removes what was there. */
  readonly effect: 'reads' | 'adds' | 'changes';
  /** Doing it twice is as doing it once. */
  readonly isRepeatable: boolean;
  /** People or a platform elsewhere notice it. */
  readonly reachesOut: boolean;
}

interface More {
  readonly isRepeatable?: boolean;
  readonly reachesOut?: boolean;
}

const reads = (operation: Operation): Offer => ({
  operation,
  effect: 'reads',
  isRepeatable: true,
  reachesOut: false,
});
const adds = (operation: Operation, more: More = {}): Offer => ({
  operation,
  effect: 'adds',
  isRepeatable: false,
  reachesOut: true,
  ...more,
});
const changes = (operation: Operation, more: More = {}): Offer => ({
  ...adds(operation, { isRepeatable: true, ...more }),
  effect: 'changes',
});

const WITHIN = { reachesOut: false };
const STAGES = '/api/v1/pipelines/:pipeline_id/pipeline_stages';

const OFFERS: Readonly<Record<string, Offer>> = {
  list_instances: reads('GET /instance/fetchInstances'),
  get_overview: reads('GET /instance/overview'),
  get_instance_state: reads('GET /instance/connectionState/:instanceName'),
  list_instance_states: reads('GET /instance/states/:instanceName'),
  get_instance_limits: reads('GET /instance/limits/:instanceName'),
  connect_instance: adds('GET /instance/connect/:instanceName', { isRepeatable: true }),
  find_events: reads('GET /event/find/:instanceName'),
  search_events: reads('GET /event/search/:instanceName'),
  find_messages: reads('POST /chat/findMessages/:instanceName'),
  search_messages: reads('GET /message/search/:instanceName'),
  find_chats: reads('POST /chat/findChats/:instanceName'),
  find_contacts: reads('POST /chat/findContacts/:instanceName'),
  resolve_address: reads('GET /chat/resolve/:instanceName'),
  check_numbers: { ...reads('POST /chat/whatsappNumbers/:instanceName'), reachesOut: true },
  list_groups: reads('GET /group/fetchAllGroups/:instanceName'),
  get_poll_votes: reads('POST /chat/getPollVote/:instanceName'),
  get_message_status: reads('GET /message/status/:instanceName/:messageId'),
  explain_message: reads('GET /message/explain/:instanceName/:messageId'),
  forward_message: adds('POST /message/forward/:instanceName'),
  edit_message: changes('POST /chat/updateMessage/:instanceName'),
  delete_message_for_everyone: changes('DELETE /chat/deleteMessageForEveryone/:instanceName'),
  mark_messages_read: adds('POST /chat/markMessageAsRead/:instanceName', { isRepeatable: true }),
  list_scheduled_messages: reads('GET /message/scheduled/:instanceName'),
  cancel_scheduled_message: changes('DELETE /message/scheduled/:instanceName/:id', WITHIN),
  find_deliveries: reads('GET /delivery/search'),
  count_deliveries: reads('GET /delivery/count'),
  get_delivery: reads('GET /delivery/:deliveryId'),
  redeliver: adds('POST /delivery/redeliver/:instanceName'),
  find_templates: reads('GET /template/find/:instanceName'),

  get_permissions: reads('GET /api/v1/permissions'),
  list_accounts: reads('GET /api/v1/accounts'),
  list_pipelines: reads('GET /api/v1/pipelines'),
  get_pipeline: reads('GET /api/v1/pipelines/:pipeline_id'),
  list_stages: reads(`GET ${STAGES}`),
  add_stage: adds(`POST ${STAGES}`, WITHIN),
  change_stage: changes(`PATCH ${STAGES}/:id`, WITHIN),
  move_stages: changes(`PATCH ${STAGES}/reorder`, WITHIN),
  list_crm_webhooks: reads('GET /api/v1/webhooks'),
  find_crm_deliveries: reads('GET /api/v1/webhooks/:id/deliveries'),
  get_crm_delivery: reads('GET /api/v1/webhooks/:id/deliveries/:delivery_id'),
  redeliver_crm: adds('POST /api/v1/webhooks/:id/redeliver'),
};

/** Every kind of message, those that come later too. */
const SENDS = /^\/message\/(send\w+)\/:instanceName$/;

/** `sendWhatsAppAudio` is `send_whatsapp_audio`. */
const toolName = (operation: string): string =>
  operation.replace('WhatsApp', 'Whatsapp').replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/** All offers by the name of their tool; `paths` are those that take POST. */
export function offersOf(paths: readonly string[]): ReadonlyMap<string, Offer> {
  const offers = new Map(Object.entries(OFFERS));
  for (const path of paths) {
    const operation = SENDS.exec(path)?.[1];
    if (operation !== undefined)
      offers.set(toolName(operation), adds(`POST /message/${operation}/:instanceName`));
  }
  return offers;
}
