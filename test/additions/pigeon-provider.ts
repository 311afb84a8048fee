/** A provider that is paired at once and tells of the weather: this literal, and its place among the providers. */
import type { CatalogEvent } from '../../src/core/events/contract/catalog.ts';
import type { ProviderDeclaration } from '../../src/core/providers/declaration.ts';
import { anyText, optional } from '../../src/core/shared/variables/kinds.ts';
import { scriptedProvider } from '../doubles/scripted-provider.ts';
import { weatherChange } from './weather-event.ts';

const variables = {
  pigeonSky: optional({ name: 'PIGEON_SKY', kind: anyText, about: 'What pigeons tell of.' }),
};

export const PIGEON: ProviderDeclaration<'pigeon', typeof variables> = {
  name: 'pigeon',
  showsChoices: false,
  variables,
  create({ pigeonSky }) {
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
