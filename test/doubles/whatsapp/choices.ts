/** Buttons and lists as the server judges their form, phones show them, and people tap them. */
import type { proto } from '@whiskeysockets/baileys';
import { at, type BinaryNode } from './stanzas.ts';

/**
 * The error for what a message says of its choices beside its sealed content, as was measured in 2026; null: it is
 * taken. Of the content itself the server sees nothing.
 */
export function formRefusal(message: BinaryNode): number | null {
  const business = at(message, 'biz');
  if (at(business, 'buttons')) return 405;
  const isNative = at(business, 'interactive') !== undefined;
  return isNative && !isComplete(business, at(business, 'interactive', 'native_flow')) ? 479 : null;
}

const isComplete = (business: BinaryNode | undefined, form: BinaryNode | undefined): boolean => {
  const { actual_actors, host_storage, privacy_mode_ts } = business?.attrs ?? {};
  const control = at(business, 'quality_control');
  return (
    form !== undefined &&
    actual_actors === '2' &&
    host_storage === '2' &&
    /^\d{10}$/.test(privacy_mode_ts ?? '') &&
    /^[0-9a-f]{40}$/.test(control?.attrs.decision_id ?? '') &&
    control?.attrs.source_type === 'third_party' &&
    at(control, 'decision_source')?.attrs.value === 'df'
  );
};

/** What must be said beside each button that asks for a payment. */
const PAYMENTS = new Map<unknown, string>([
  ['payment_info', 'payment_info'],
  ['review_and_pay', 'order_details'],
]);

/** Whether a phone shows the message: choices only in the form that belongs to them, everything else always. */
export function isShown(content: proto.IMessage, message: BinaryNode): boolean {
  const business = at(message, 'biz');
  const { interactiveMessage, listMessage, buttonsMessage } = content;
  if (buttonsMessage) return false;
  if (listMessage) {
    const list = at(business, 'list');
    return (
      list?.attrs.type === 'product_list' && list.attrs.v === '2' && isComplete(business, list)
    );
  }
  if (!interactiveMessage) return true;
  const [button] = interactiveMessage.nativeFlowMessage?.buttons ?? [];
  const flow = PAYMENTS.get(button?.name);
  if (flow !== undefined) return business?.attrs.native_flow_name === flow;
  const form = at(business, 'interactive', 'native_flow');
  return form?.attrs.v === '9' && form.attrs.name === 'mixed' && isComplete(business, form);
}

/** What a phone answers when the button or row `id` of a message is tapped; `about` quotes that message. */
export function tapOn(
  content: proto.IMessage,
  id: string,
  contextInfo: proto.IContextInfo,
): proto.IMessage {
  const rows = (content.listMessage?.sections ?? []).flatMap((section) => section.rows ?? []);
  const row = rows.find(({ rowId }) => rowId === id);
  if (row)
    return {
      listResponseMessage: {
        title: row.title ?? '',
        description: row.description ?? '',
        listType: 1,
        singleSelectReply: { selectedRowId: id },
        contextInfo,
      },
    };
  const { nativeFlowMessage, carouselMessage } = content.interactiveMessage ?? {};
  const cards = carouselMessage?.cards ?? [];
  const flows = [nativeFlowMessage, ...cards.map((card) => card.nativeFlowMessage)];
  const params = flows
    .flatMap((flow) => flow?.buttons ?? [])
    .filter(({ name }) => name === 'quick_reply')
    .map(({ buttonParamsJson }) => JSON.parse(buttonParamsJson ?? '{}'))
    .find((one) => one.id === id);
  if (!params) throw new Error(`nothing in the message answers with ${id}`);
  return {
    interactiveResponseMessage: {
      body: { text: params.display_text },
      nativeFlowResponseMessage: {
        name: 'quick_reply',
        paramsJson: JSON.stringify({ id }),
        version: 1,
      },
      contextInfo,
    },
  };
}
