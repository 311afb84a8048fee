/** Every file of drizzle/, in order, as part of the program. A new file is added at the end, by hand. */
import engineAndGateway from '../../drizzle/0000_engine-and-gateway.sql' with { type: 'text' };
import crm from '../../drizzle/0001_crm.sql' with { type: 'text' };
import webhookDeliveries from '../../drizzle/0002_webhook-deliveries.sql' with { type: 'text' };
import whatsapp from '../../drizzle/0003_whatsapp.sql' with { type: 'text' };
import tokensByAccount from '../../drizzle/0004_tokens-by-account.sql' with { type: 'text' };
import invitations from '../../drizzle/0005_invitations.sql' with { type: 'text' };
import gatewayAudit from '../../drizzle/0006_gateway-audit.sql' with { type: 'text' };
import instanceKeys from '../../drizzle/0007_instance-keys.sql' with { type: 'text' };
import commitNumbers from '../../drizzle/0008_commit-numbers.sql' with { type: 'text' };

export interface Migration {
  /** The file's name without its ending. */
  readonly name: string;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0000_engine-and-gateway', sql: engineAndGateway },
  { name: '0001_crm', sql: crm },
  { name: '0002_webhook-deliveries', sql: webhookDeliveries },
  { name: '0003_whatsapp', sql: whatsapp },
  { name: '0004_tokens-by-account', sql: tokensByAccount },
  { name: '0005_invitations', sql: invitations },
  { name: '0006_gateway-audit', sql: gatewayAudit },
  { name: '0007_instance-keys', sql: instanceKeys },
  { name: '0008_commit-numbers', sql: commitNumbers },
];
