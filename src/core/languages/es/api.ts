import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  title: 'API',
  intro:
    'Todas las operaciones con sus campos y respuestas. Pruébalas aquí mismo. Los programas leen lo mismo en `/openapi.json`.',
  keys: 'Tus claves',
  apikey: 'Clave (`apikey`)',
  token: 'Token de acceso (`api_access_token`), para `/api/v1`',
  keysHint:
    'El manager usa las mismas claves. Se quedan solo en esta pestaña, salvo que las guardes en el manager.',
  groups: 'Grupos de operaciones',

  filter: 'Filtrar operaciones',
  nothingLeft: 'No hay operaciones que coincidan',
  events: 'Eventos de webhook',
  eventsText: 'El cuerpo de la solicitud que recibe un webhook para cada tipo de evento.',
  failed: 'No se pudieron cargar las operaciones',
};
