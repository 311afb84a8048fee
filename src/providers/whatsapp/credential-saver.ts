/** Writes the device's own keys and names soon after they have changed, and again when that failed. */
import type { SessionTasks } from '../session-tasks.ts';
import type { Device } from './device.ts';

const RETRY_MS = 1_000;

export interface CredentialSaver {
  /** Call it in the session's turn. */
  save(): Promise<void>;
  saveLater(): void;
  /** Writes at once what is not written yet. */
  flush(): Promise<void>;
}

/** `saved` is called with the account's current name, in the session's order. */
export function createCredentialSaver(
  { tasks, device }: { readonly tasks: SessionTasks; readonly device: Device },
  saved: (pushName: string) => Promise<void>,
): CredentialSaver {
  let isDue = false;
  const save = async (): Promise<void> => {
    try {
      isDue = false;
      await device.save();
      await saved(device.self().pushName);
    } catch (error) {
      isDue = true;
      tasks.after(RETRY_MS, save);
      throw error;
    }
  };
  return {
    save,
    saveLater() {
      if (isDue) return;
      isDue = true;
      tasks.runLater(save);
    },
    async flush() {
      if (isDue) await device.save();
      isDue = false;
    },
  };
}
