/** The service's words as the reader's language has them. */
import { texts } from '../texts.ts';

/** Returns the text of a word that a field may have; a word without a text is shown as it is. */
export const valueText = (word: string): string => {
  const values: Readonly<Record<string, string>> = texts().crmWords.values;
  return values[word] ?? word;
};

export const valueChoices = (words: readonly string[]) =>
  words.map((word) => [word, valueText(word)] as const);

/** Says which permission a token needs to read a list. */
export const mayNotReadText = (permission: string): string =>
  texts().crm.mayNotRead(permissionText(permission));

export const permissionText = (permission: string): string => {
  const { permission: joined, permissions } = texts().crmWords;
  const records: Readonly<Record<string, string>> = permissions.records;
  const actions: Readonly<Record<string, string>> = permissions.actions;
  const [record = '', action = ''] = permission.split('.');
  return joined(records[record] ?? record, actions[action] ?? action);
};
