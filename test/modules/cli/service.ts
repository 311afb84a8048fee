/** A service with an instance of the sandbox, for commands that talk to one. */
import { type Service, startService } from '../../helpers/service.ts';

export interface Stage extends Service {
  /** Where commands find the service, and the key for it. */
  readonly environment: Record<string, string>;
}

/** The instance is `shop`; it is connected, and its WebSocket is on. */
export async function startStage(variables: Record<string, string> = {}): Promise<Stage> {
  const service = await startService(variables);
  const { call } = service;
  await call('POST', '/instance/create', { instanceName: 'shop', provider: 'sandbox' });
  await call('POST', '/websocket/set/shop', { websocket: { enabled: true } });
  await call('GET', '/instance/connect/shop');
  await call('POST', '/sandbox/shop/scan', {});
  return { ...service, environment: { GATEHOUSE_URL: service.url, GATEHOUSE_KEY: service.key } };
}

/** Somebody writes `text` to the instance. */
export const write = ({ call }: Service, text: string) =>
  call('POST', '/sandbox/shop/message', { kind: 'text', from: '5511888880000', text });
