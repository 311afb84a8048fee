import { expect, test } from 'bun:test';
import { encodeWAMessage, GROUP, OWN, pair } from './pair.ts';

test('a renewed key opens nothing for whoever has only the one before it', async () => {
  const { own, peer } = await pair();
  const { repository } = own;
  const seal = (text: string) =>
    repository.encryptGroupMessage({
      group: GROUP,
      meId: OWN,
      data: encodeWAMessage({ conversation: text }),
    });
  const learn = (axolotlSenderKeyDistributionMessage: Uint8Array) =>
    peer.learnSenderKey(OWN, { groupId: GROUP, axolotlSenderKeyDistributionMessage });
  const read = async (ciphertext: Uint8Array) =>
    (await peer.unsealFromGroup(GROUP, OWN, ciphertext)).conversation;
  const before = await seal('before');
  await learn(before.senderKeyDistributionMessage);
  expect(await read(before.ciphertext)).toBe('before');
  await own.keys.set({ 'sender-key-memory': { [GROUP]: { 'somebody@lid': true } } });
  await repository.renewGroupKey(GROUP, [OWN]);
  expect(own.stored.has(`sender-key-memory/${GROUP}`)).toBe(false);
  expect(await repository.hasSenderKey({ group: GROUP, meId: OWN })).toBe(false);
  const after = await seal('after');
  await expect(read(after.ciphertext)).rejects.toThrow();
  await learn(after.senderKeyDistributionMessage);
  expect(await read(after.ciphertext)).toBe('after');
});
