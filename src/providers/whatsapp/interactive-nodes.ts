/**
 * What is sent beside buttons, lists and carousels, as phones require it since 2026. WhatsApp accepts such a message
 * without it, and phones show nothing.
 */
import { randomBytes } from 'node:crypto';
import { record, text } from '../foreign-values.ts';
import type { BinaryNode } from './engine/surface.ts';
import { unwrap } from './translate/content.ts';

const DECISION_BYTES = 20;

/** Returns no nodes for messages of other kinds. `content` is the message, of which only the form matters. */
export function interactiveNodes(kind: string, content: unknown, nowMs: number): BinaryNode[] {
  switch (kind) {
    case 'native_buttons':
    case 'carousel':
      return [business(NATIVE_FLOW, nowMs)];
    case 'list':
      return [business({ tag: 'list', attrs: { type: 'product_list', v: '2' } }, nowMs)];
    case 'pix':
      return [{ tag: 'biz', attrs: { native_flow_name: pixFlow(content) } }];
    default:
      return [];
  }
}

/** An order that is looked at and paid, or a key alone. */
function pixFlow(content: unknown): string {
  const { nativeFlowMessage } = record(unwrap(content).content.interactiveMessage);
  const { buttons } = record(nativeFlowMessage);
  const [button] = Array.isArray(buttons) ? buttons : [];
  const name = text(record(button).name);
  return name === 'review_and_pay' ? 'order_details' : name;
}

const NATIVE_FLOW: BinaryNode = {
  tag: 'interactive',
  attrs: { type: 'native_flow', v: '1' },
  content: [{ tag: 'native_flow', attrs: { v: '9', name: 'mixed' } }],
};

const business = (form: BinaryNode, nowMs: number): BinaryNode => ({
  tag: 'biz',
  attrs: {
    actual_actors: '2',
    host_storage: '2',
    privacy_mode_ts: `${Math.floor(nowMs / 1_000)}`,
  },
  content: [
    form,
    {
      tag: 'quality_control',
      attrs: {
        decision_id: randomBytes(DECISION_BYTES).toString('hex'),
        source_type: 'third_party',
      },
      content: [{ tag: 'decision_source', attrs: { value: 'df' } }],
    },
  ],
});
