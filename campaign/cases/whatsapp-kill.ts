/** WhatsApp under `kill -9`, with messages that arrive damaged. */
import type { Case } from '../kit/case.ts';
import { newDataDir } from '../kit/gateway.ts';
import { pause } from '../kit/pause.ts';
import { startWhatsAppRun } from '../kit/whatsapp-run.ts';

/** After the last kill what waits is read, and told within this time. */
const SETTLED_MS = 60_000;

export default {
  promise:
    'Every message that WhatsApp hands over is told once, in order, whatever `kill -9` and damaged messages meet it.',
  means:
    'Contacts write texts, edits and reactions to 8 accounts, by number, by hidden address and in groups, while callers write back through the service. One of four messages arrives damaged: cut off, with one bit changed anywhere in it, or with the counter of an earlier one. The service is killed and started again 200 times at seeded moments, and connections are cut between. The platform is a double that enciphers with the Signal library, delivers again what was not acknowledged, and takes a message that is refused as done. At the end every whole message must have been told, under one event id, in the order of its chat; none may have been asked for again, told as unreadable, refused, or be queued still; every damaged one must have been told as unreadable, once and before it was read, or read when it came again; and contacts must be able to read all that was sent and reached the platform.',
  limitSeconds: 1_800,
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
    }
    while (run.damaged() < damaged) await pause(100);
    findings.figure('kills', kills);
    await run.end(findings, SETTLED_MS);
  },
} satisfies Case;
