/** A caller of the CRM who gives one record another name again and again, each time through another node. */
import { pause } from './pause.ts';
import type { Caller } from './publishers.ts';

const PAUSE_MS = 100;
const AGAIN_MS = 25;

export const ACCESS_TOKEN = 'the-access-token-of-the-campaign';
const HEADERS = { api_access_token: ACCESS_TOKEN };

export interface CrmLoad {
  /** Names that were acknowledged; each is of this run alone. */
  readonly acknowledged: readonly string[];
  stop(): Promise<void>;
}

/** Events of the CRM go to `webhookUrl`. */
export async function startCrmLoad(nodes: Caller, webhookUrl: string): Promise<CrmLoad> {
  const asked = async (method: string, path: string, body: unknown) => {
    const answer = await nodes.call(method, path, body, HEADERS);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}`);
    return answer.body.data;
  };
  await asked('POST', '/api/v1/webhooks', { name: 'all', url: webhookUrl });
  const { id } = await asked('POST', '/api/v1/pipelines', { pipeline: { name: 'Sales' } });
  const stages = `/api/v1/pipelines/${id}/pipeline_stages`;
  const stage = await asked('POST', stages, { pipeline_stage: { name: 'new' } });
  const acknowledged: string[] = [];
  let isStopped = false;
  const working = (async () => {
    for (let count = 0; !isStopped; count++) {
      const name = `stage ${count}`;
      const change = { pipeline_stage: { name } };
      const { status } = await nodes.call('PATCH', `${stages}/${stage.id}`, change, HEADERS);
      if (status === 200) acknowledged.push(name);
      await pause(status === 200 ? PAUSE_MS : AGAIN_MS);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await working;
    },
  };
}
