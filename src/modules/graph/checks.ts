/** Checks where the paths of the Graph API are, and which ids are passed on. */
import {
  type Check,
  type CheckedInstallation,
  databaseFile,
  ok,
  readBeside,
  warning,
} from '../../core/process/checks.ts';

/** Selects those of the listed ids that an instance has, as a list in JSON. */
const IDS_OF_INSTANCES = `SELECT json_group_array(DISTINCT value) FROM json_each(?)
  WHERE value IN (SELECT phone_number_id FROM instances UNION ALL SELECT waba_id FROM instances)`;

/** Returns those of the ids that an instance in the database file has; none without such a file. */
async function idsOfInstances(
  patient: CheckedInstallation,
  ids: readonly string[],
): Promise<string[]> {
  const path = databaseFile(patient);
  if (path === null) return [];
  const statement = { path, sql: IDS_OF_INSTANCES, params: [JSON.stringify(ids)] };
  return JSON.parse(String(await readBeside(patient, statement)));
}

/** Shows where the paths of the Graph API are, and looks for listed ids that would never be passed on. */
const paths: Check = {
  name: 'Graph API',
  look: async (patient) => {
    const { graphAtRoot, graphPassThrough: listed } = patient.settings;
    const place = graphAtRoot ? 'below /graph and at the root' : 'below /graph';
    if (listed.length === 0) return ok(`${place}; nothing is passed on to Meta`);
    const own = await idsOfInstances(patient, listed);
    if (own.length > 0)
      return warning(
        `${own.join(', ')} in GRAPH_PASS_THROUGH belong to an instance, which answers for them itself`,
        'remove them from GRAPH_PASS_THROUGH, or delete the instance',
      );
    return ok(`${place}; ids passed on to Meta: ${listed.length}`);
  },
};

export const CHECKS: readonly Check[] = [paths];
