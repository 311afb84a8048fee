/** Handles changes of labels that the sandbox's phone makes. */
import { invalid } from '../../shared/errors.ts';
import type { Labelling } from '../labelling.ts';
import type { ArrivingLabel } from './driver.ts';
import { chatJid } from './jids.ts';

/** Throws `invalid` for a step that lacks a field, `not_found` for a label that a chat gets and that does not exist. */
export async function labelArrived(label: ArrivingLabel, labelling: Labelling): Promise<void> {
  const { step, labelId, chat, name = '', color = 0 } = label;
  if (step === 'add' || step === 'remove') {
    if (chat === undefined) throw invalid(`chat is required where step is ${step}`);
    await labelling.require(labelId);
    const association = { labelId, chat: chatJid('chat', chat), formerly: '', messageId: '' };
    return labelling.associated({ ...association, isLabelled: step === 'add' });
  }
  if (step === 'edit' && name === '') throw invalid('name is required where step is edit');
  const isDeleted = step === 'delete';
  await labelling.edited({ id: labelId, name, color, predefinedId: null, isDeleted });
}
