/** The steps of the outside world that the sandbox takes by one request each and answers with a sentence alone. */
import { MESSAGE_ID, NUMBER, OWN_NUMBER } from '../../../core/http/example-values.ts';
import type { Operation } from '../../gateway/api.ts';
import { AckOrder, ArrivingReceipt, Scan, TypedCode } from './model.ts';
import { step } from './step.ts';

export const STEPS: readonly Operation[] = [
  step('drop', {
    summary: 'Simulate a lost connection',
    description: 'Drops the connection, which comes back after a second.',
    said: 'Connection lost; it comes back by itself',
    run: (sandbox) => sandbox.drop(),
  }),
  step('remove', {
    summary: 'Simulate that the phone removes the device',
    said: 'Device removed',
    run: (sandbox) => sandbox.remove(),
  }),
  step('scan', {
    body: Scan,
    summary: 'Simulate that the phone scans the QR code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { number: OWN_NUMBER, pushName: 'Shop' } },
    said: 'QR code scanned',
    run(sandbox, body, record) {
      const { number: scannedNumber, ...scan } = body;
      const number = scannedNumber ?? record.number;
      return sandbox.scan({ ...scan, ...(number !== null && { number }) });
    },
  }),
  step('pair', {
    body: TypedCode,
    summary: 'Simulate that the phone types the pairing code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { code: 'ABCD-1234' } },
    said: 'Pairing code typed',
    run: (sandbox, { code }) => sandbox.pair(code),
  }),
  step('receipt', {
    body: ArrivingReceipt,
    summary: 'Simulate a receipt',
    example: { body: { state: 'Read', chat: NUMBER, messageIds: [MESSAGE_ID] } },
    said: 'Receipt arrived',
    run: (sandbox, body) => sandbox.receipt(body),
  }),
  step('ack', {
    body: AckOrder,
    summary: 'Set how the platform answers sent messages',
    description:
      'Sets the status of the message `messageId`. Without `messageId`, applies to all later messages: `None` leaves them unanswered, `ServerAck` delivers none of them, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    example: { body: { messageId: MESSAGE_ID, status: 'Read' } },
    said: ({ messageId }) => (messageId === undefined ? 'Answers are set' : 'Answer is on its way'),
    run: (sandbox, body) => sandbox.ack(body),
  }),
];
