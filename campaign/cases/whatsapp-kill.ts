/** WhatsApp under `kill -9`, with messages that arrive damaged. */
import type { Case } from '../kit/case.ts';
import { newDataDir } from '../kit/gateway.ts';
import { pause } from '../kit/pause.ts';
import { startWhatsAppRun } from '../kit/whatsapp-run.ts';

/** After the last kill what waits is read, and told within this time. */
const SETTLED_MS = 60_000;

/**
 * Contacts write texts, edits and reactions to 8 accounts, by number, by LID and in groups, while callers write
 * back. One of four messages arrives damaged: cut off, with one bit changed, or with the counter of an earlier
 * message. The service is killed 200 times, and connections are cut in between. A double of WhatsApp delivers again
 * what was not acknowledged, in two parts with a pause between them.
 *
 * After each start a contact asks for a message that it has already. After every fifth a contact reinstalls
 * WhatsApp and has another identity, while its earlier messages wait. In the middle the members of all groups turn
 * to LIDs. Phones ask up to five times for what they cannot read.
 *
 * At the end every whole message must have one event, in the order of its chat, without having been requested
 * again, reported as unreadable or refused. Every damaged message must have been reported as unreadable once, or
 * read when it came again. Contacts must be able to read everything that reached the platform, and must get what
 * they asked for again.
 */
export default {
  promise:
    'Every message from WhatsApp is published once and in order, and every message to it can be read, even with `kill -9`, damaged messages and other identities.',
  limitSeconds: 2_400,
  async run({ scale, random, findings }) {
    const isLong = scale === 'long';
    const kills = isLong ? 200 : 2;
    const damaged = isLong ? 5_000 : 15;
    const mostUpMs = isLong ? 4_000 : 1_000;
    const run = await startWhatsAppRun({
      dataDir: newDataDir(),
      accounts: isLong ? 8 : 2,
      pace: { pauseMs: isLong ? [50, 800] : [10, 120], damagedPercent: 25 },
      sendingPauseMs: isLong ? [100, 800] : [20, 200],
      random,
    });
    for (let kill = 0; kill < kills; kill++) {
      await pause(random.between(25, mostUpMs / 2));
      if (random.between(1, 4) === 1) run.drop();
      await pause(random.between(25, mostUpMs / 2));
      await run.killAndStart();
      run.askAgain();
      if (kill % 5 === 0) await run.reinstall();
      if (kill === Math.floor(kills / 2)) run.turnGroups();
    }
    while (run.damaged() < damaged) await pause(100);
    findings.figure('kills', kills);
    await run.end(findings, SETTLED_MS);
  },
} satisfies Case;
