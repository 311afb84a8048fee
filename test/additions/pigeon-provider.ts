/** A provider that is paired at once and tells of the weather: its platform, and the module that reaches it. */
import type { CatalogEvent } from '../../src/core/events/contract/catalog.ts';
import type { Platform } from '../../src/core/providers/all.ts';
import { anyText, optional, type Values } from '../../src/core/shared/variables/kinds.ts';
import type { Module, ModuleParts } from '../../src/module.ts';
import { scriptedProvider } from '../doubles/scripted-provider.ts';
import { weatherChange } from './weather-event.ts';

const variables = {
  pigeonSky: optional({ name: 'PIGEON_SKY', kind: anyText, about: 'What pigeons tell of.' }),
};

export const PIGEON: Platform<typeof variables> = { name: 'pigeon', variables };

const PIGEON_PARTS: ModuleParts = {
  provider(config) {
    // The cast: the settings that the compiler sees do not have the variable.
    const { pigeonSky } = config as unknown as Values<typeof variables>;
    const provider = scriptedProvider('pigeon');
    provider.script.connect = async (session) => {
      await session.openUp();
      const data = { sky: pigeonSky, degrees: 21 };
      // The cast: the catalog that the compiler sees does not have the type.
      await session.host.emit({ type: weatherChange.name, data } as unknown as CatalogEvent);
    };
    return provider;
  },
};

export const PIGEON_MODULE: Module = {
  name: 'pigeon',
  about: 'Pigeons.',
  needs: [],
  variables: ['PIGEON_SKY'],
  load: async () => PIGEON_PARTS,
};
