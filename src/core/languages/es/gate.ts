import type { gate as english } from '../en/gate.ts';

export const gate: typeof english = {
  title: 'Manager',
  key: 'Ingresa la clave global o la clave de una instancia. El primer inicio mostró la clave global; también está en `secrets.json`, en la carpeta de datos.',
  token:
    'Para el CRM, ingresa el token de acceso de una persona. El primero es `accessToken` en el mismo archivo.',
  open: 'Entrar',
  either: 'Ingresa uno de los dos o ambos.',
  keep: 'Mantener la sesión en este navegador',
  keepHint:
    'Quien use este navegador también tendrá la clave, hasta que salgas. Si no lo marcas, la clave queda solo en esta pestaña.',
  nothing: 'Ingresa una clave, un token o ambos',
  notPlain: (credential) => `${credential} no puede contener espacios ni caracteres especiales`,
  menu: 'Clave y token',
  linkIsOver:
    'El enlace ya se usó o venció tras 15 minutos. Las claves están en secrets.json, en la carpeta de datos.',
  linkNotHere:
    'El enlace solo funciona en la máquina que ejecuta el servicio (localhost) o por https. En otro caso, alguien podría leer las claves en el camino.',
  keepHere: 'Guardar clave en este navegador',
  keepTitle: '¿Guardar la clave en este navegador?',
  keepWarning: 'Quien use este navegador también tendrá la clave, hasta que salgas.',
  keepAction: 'Guardar clave',
  forget: 'Salir y olvidar clave',
  forgotten: 'Clave olvidada',
  needsScript: 'El manager necesita JavaScript. Puedes hacer lo mismo con la API.',
};
