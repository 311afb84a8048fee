import type { gate as english } from '../en/gate.ts';

export const gate: typeof english = {
  title: 'Manager',
  key: 'Ingresa la clave global o la clave de una instancia. La clave global se mostró en el primer inicio y está en `secrets.json`, en la carpeta de datos.',
  token:
    'Para el CRM, ingresa el token de acceso de una persona; el primero es `accessToken` en el mismo archivo.',
  open: 'Entrar',
  either: 'Basta con uno de los dos.',
  keep: 'Mantener en este navegador',
  keepHint:
    'Quien use este navegador también tendrá la clave, hasta que se olvide aquí. Si no, se guarda solo en esta pestaña.',
  nothing: 'Ingresa una clave, un token o ambos',
  notPlain: (credential) => `${credential} no lleva espacios ni caracteres especiales`,
  menu: 'Clave y token',
  linkIsOver:
    'El enlace ya se usó o pasaron sus 15 minutos. Las claves están en secrets.json, en la carpeta de datos.',
  linkNotHere:
    'El enlace funciona en la misma máquina del servicio (localhost) o por https. En otro caso alguien podría leer las claves en el camino.',
  keepHere: 'Mantener la clave en este navegador',
  keepTitle: '¿Mantenerla en este navegador?',
  keepWarning: 'Quien use este navegador también tendrá la clave, hasta que se olvide aquí.',
  keepAction: 'Mantener',
  forget: 'Olvidar clave',
  forgotten: 'Clave olvidada',
  needsScript:
    'El manager necesita JavaScript. Todo lo que hace también se puede hacer con la API.',
};
