/** The descriptions of the groups of operations in the API document. */
export const API_TAGS: Readonly<Record<string, string>> = {
  Instances:
    'Create messaging accounts, connect them by QR code, pairing code or passkey, restart, log out and delete them.',
  'Official API': 'Webhooks that Meta calls for numbers of the WhatsApp Cloud API.',
  Webhooks:
    'Choose where the events of an instance are delivered, replay events, rotate signing secrets and send test events.',
  'Customer pages':
    'Create links to a page on which a customer manages the endpoints and deliveries of one instance.',
  Channels:
    'Send the events of an instance to RabbitMQ, NATS and the WebSocket too, and follow WhatsApp channels.',
  Proxies: 'Set the proxy through which an instance reaches its platform.',
  Settings:
    'Set what an instance does automatically: reject calls, ignore groups, mark messages as read.',
  Passkeys: 'The ceremony that some accounts require before a device is linked.',
  Templates: 'Create, list, change and delete the message templates of an instance.',
  Messages: 'Send every kind of message, follow its status, edit or remove it.',
  Chats:
    'Read and change chats, contacts, stored messages, presence and the profile of the account.',
  Groups: 'Create and change groups, their members, invitations and settings.',
  'Evolution Go': 'Paths of Evolution Go. The key that you send names the instance.',
  Graph: "Paths of Meta's Graph API, for an instance of any provider.",
  Events: 'The event log.',
  Deliveries: 'Find deliveries to webhooks and their attempts, and send deliveries again.',
  WebSocket: 'Receive events live, and catch up on those that were missed.',
  Sandbox: 'Simulate what a phone and the platform would do, on a sandbox instance.',
  Audit: 'See who changed what in the gateway.',
  Status: 'Probe the service, read its metrics and the state of its channels and nodes.',
  Permissions: 'The permissions that roles are made of.',
  Accounts: 'Accounts: the tenants of the CRM.',
  Users: 'People who work in an account.',
  Invitations: 'Invitations for people who already have a user in another account.',
  Memberships: 'The accounts that a user belongs to.',
  Roles: 'Named sets of permissions.',
  'Access tokens': 'Credentials that users send to the CRM part of the API.',
  'Audit logs': 'Who changed what in the account.',
  Pipelines: 'Pipelines of the account.',
  'Pipeline stages': 'The ordered stages of a pipeline.',
  Inboxes: 'Inboxes of the account.',
  'Inbox members': 'The users who work in an inbox.',
  'MCP servers': 'Model Context Protocol servers that the account has configured.',
};
