/** What the n8n node promises about the account, and about the instance that it is. */
import { expect } from 'bun:test';
import { type NodePromise, to } from './n8n-promise.ts';
import { ANA_JID, PICTURE } from './stage.ts';

const PRIVACY = {
  readreceipts: 'none',
  profile: 'contacts',
  status: 'contacts',
  online: 'match_last_seen',
  last: 'none',
  groupadd: 'contacts',
};

export const PROFILE: readonly NodePromise[] = [
  {
    run: 'profile-api fetch-profile',
    fills: to({}),
    sends: 'POST /chat/fetchProfile/shop',
    with: () => ({ number: ANA_JID }),
    reads: { wuid: ANA_JID, numberExists: true, isBusiness: false },
  },
  {
    run: 'profile-api fetch-business-profile',
    fills: to({}),
    sends: 'POST /chat/fetchBusinessProfile/shop',
    with: () => ({ number: ANA_JID }),
    reads: { wid: ANA_JID, isBusiness: false },
  },
  {
    run: 'profile-api update-profile-name',
    fills: () => ({ name: 'Shop Centro' }),
    sends: 'POST /chat/updateProfileName/shop',
    with: () => ({ name: 'Shop Centro' }),
    reads: { update: 'success' },
  },
  {
    run: 'profile-api update-profile-status',
    fills: () => ({ status: 'Open until six' }),
    sends: 'POST /chat/updateProfileStatus/shop',
    with: () => ({ status: 'Open until six' }),
    reads: { update: 'success' },
  },
  {
    run: 'profile-api update-profile-picture',
    fills: () => ({ picture: PICTURE }),
    sends: 'POST /chat/updateProfilePicture/shop',
    with: () => ({ picture: PICTURE }),
    reads: { update: 'success' },
  },
  {
    run: 'profile-api remove-profile-picture',
    sends: 'DELETE /chat/removeProfilePicture/shop',
    reads: { update: 'success' },
  },
  {
    run: 'profile-api update-privacy-settings',
    fills: () => PRIVACY,
    sends: 'POST /chat/updatePrivacySettings/shop',
    with: () => PRIVACY,
    reads: {},
  },
  {
    run: 'profile-api fetch-privacy-settings',
    sends: 'GET /chat/fetchPrivacySettings/shop',
    reads: PRIVACY,
  },
];

/** The last ones end the instance. */
export const INSTANCE: readonly NodePromise[] = [
  {
    run: 'instances-api set-presence',
    sends: 'POST /instance/setPresence/shop',
    with: () => ({ presence: 'available' }),
    reads: { presence: 'available' },
  },
  {
    run: 'instances-api instance-settings',
    sends: 'POST /settings/set/shop',
    with: () => ({ rejectCall: false, syncFullHistory: false }),
    reads: {
      settings: { instanceName: 'shop', settings: { rejectCall: false, readStatus: false } },
    },
  },
  {
    run: 'instances-api set-proxy',
    fills: () => ({ enabled: false }),
    sends: 'POST /proxy/set/shop',
    with: () => ({ enabled: '', host: '1234' }),
    reads: null,
  },
  {
    run: 'instances-api set-proxy',
    fills: () => ({ proxyHost: 'http://10.0.0.1/', proxyPort: '3128' }),
    sends: 'POST /proxy/set/shop',
    with: () => ({ enabled: true, protocol: 'http', port: '3128' }),
    wrong: 'it names no host',
    refused: [400, 'host must be a host name or an IP address'],
  },
  {
    run: 'instances-api set-proxy',
    fills: () => ({ resourceForProxy: 'findProxy' }),
    sends: 'GET /proxy/find/shop',
    reads: null,
  },
  {
    run: 'events-api webhook',
    fills: () => ({ webhookUrl: 'http://127.0.0.1:9/hook', webhookByEvents: false }),
    sends: 'POST /webhook/set/shop',
    with: () => ({ webhook: { enabled: true, url: 'http://127.0.0.1:9/hook', events: [] } }),
    reads: { success: true },
  },
  {
    run: 'events-api webhook',
    fills: () => ({ resourceForWebhook: 'findWebhook' }),
    sends: 'GET /webhook/find/shop',
    reads: { enabled: true, url: 'http://127.0.0.1:9/hook' },
  },
  {
    run: 'events-api webhook',
    fills: () => ({
      webhookUrl: 'http://127.0.0.1:9/hook',
      webhookEvents: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE', 'TYPEBOT_START'],
    }),
    sends: 'POST /webhook/set/shop',
    with: () => ({
      webhook: { enabled: true, events: ['MESSAGES_UPSERT', 'CONNECTION_UPDATE', 'TYPEBOT_START'] },
    }),
    reads: { success: true, message: expect.stringContaining('TYPEBOT_START') },
  },
  {
    run: 'events-api webhook',
    fills: () => ({ enabled: false }),
    sends: 'POST /webhook/set/shop',
    with: () => ({ webhook: { enabled: false, url: 'vazio' } }),
    reads: { success: true },
  },
  {
    run: 'events-api rabbitmq',
    fills: () => ({ enabled: false }),
    sends: 'POST /rabbitmq/set/shop',
    with: () => ({ rabbitmq: { enabled: false, events: [] } }),
    reads: {},
  },
  {
    run: 'events-api rabbitmq',
    fills: () => ({ resourceForRabbitMQ: 'findRabbitMQ' }),
    sends: 'GET /rabbitmq/find/shop',
    reads: { enabled: false },
  },
  {
    run: 'instances-api instance-basic',
    fills: () => ({
      instanceName: 'branch',
      token: 'the-token-of-the-branch',
      number: '5511999990001',
    }),
    sends: 'POST /instance/create',
    with: () => ({
      instanceName: 'branch',
      integration: 'WHATSAPP-BAILEYS',
      token: 'the-token-of-the-branch',
      number: '5511999990001',
    }),
    reads: {
      instance: { instanceName: 'branch', integration: 'WHATSAPP-BAILEYS' },
      hash: 'the-token-of-the-branch',
    },
  },
  {
    run: 'instances-api fetch-instances',
    sends: 'GET /instance/fetchInstances?instanceName=shop',
    reads: [{ instanceName: 'shop', name: 'shop', connectionStatus: 'open' }],
  },
  {
    run: 'instances-api instance-connect',
    sends: 'GET /instance/connect/shop',
    reads: { base64: '', count: 0, instance: { state: 'open' } },
  },
  {
    run: 'instances-api restart-instance',
    sends: 'POST /instance/restart/shop',
    reads: { instance: { instanceName: 'shop' } },
  },
  {
    run: 'instances-api logout-instance',
    sends: 'DELETE /instance/logout/shop',
    reads: {
      success: true,
      status: 'SUCCESS',
      error: false,
      response: { message: expect.any(String) },
    },
  },
  {
    run: 'instances-api delete-instance',
    sends: 'DELETE /instance/delete/shop',
    reads: {
      success: true,
      status: 'SUCCESS',
      error: false,
      response: { message: expect.any(String) },
    },
  },
];
