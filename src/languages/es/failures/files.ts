/** Failures of files that are given by URL. */
import type { files as portuguese } from '../../pt-BR/failures/files.ts';

export const files: Readonly<Record<keyof typeof portuguese, string>> = {
  'must be one line, without control characters': 'debe ser una línea, sin caracteres de control',
  'must not hold credentials: give them in {field} as {"authorization": "Basic …"}, user:password in base64':
    'no puede tener credenciales: dalas en {field} como {"authorization": "Basic …"}, usuario:contraseña en base64',
  '{status} instead of 200, {reason}': '{status} en lugar de 200, {reason}',
  'the server wants a log-in': 'el servidor exige iniciar sesión',
  'the server refuses access': 'el servidor niega el acceso',
  'a proxy wants a log-in': 'un proxy exige iniciar sesión',
  '{place}, which is not followed: {reason}': '{place}, que no se sigue: {reason}',
  'it leads in a circle': 'lleva en círculo',
  'it leaves https': 'sale de https',
  '{max} redirects are the limit': '{max} redirecciones son el máximo',
  'give a URL that opens the file without a log-in, or the headers that its server wants in mediaHeaders, such as {"authorization": "Bearer …"}':
    'da una URL que abra el archivo sin iniciar sesión, o los encabezados que exige su servidor en mediaHeaders, como {"authorization": "Bearer …"}',
  'its server did not take mediaHeaders: check what it wants in them':
    'su servidor no aceptó mediaHeaders: revisa qué exige en ellos',
  'mediaHeaders went to {url} alone and not to {host}, where it redirects: give the URL of the file there':
    'mediaHeaders fueron solo a {url} y no a {host}, adonde redirige: da la URL del archivo allí',
  'mediaHeaders go to one host, and the URLs of the files have several':
    'mediaHeaders van a un solo host, y las URL de los archivos tienen varios',
  'mediaHeaders cannot be used for a template of the official API: Meta fetches its file itself':
    'mediaHeaders no sirven para una plantilla de la API oficial: Meta misma descarga su archivo',
  'upload the file, and give its id in place of the link':
    'sube el archivo y da su id en lugar del enlace',
  'a web page called "{name}"': 'una página web llamada "{name}"',
  document: 'un documento',
  'a page came in place of the file: give a URL that opens the file itself without a log-in, or the headers that its server wants in mediaHeaders':
    'llegó una página en lugar del archivo: da una URL que abra el archivo mismo sin iniciar sesión, o los encabezados que exige su servidor en mediaHeaders',
  'this link of Google Drive opens a page: share the file with anyone who has the link, and give {url}':
    'este enlace de Google Drive abre una página: comparte el archivo con cualquiera que tenga el enlace, y da {url}',
  'this link of Dropbox opens a page: give it with dl=1 at its end in place of dl=0':
    'este enlace de Dropbox abre una página: dalo con dl=1 al final en vez de dl=0',
  'this link of OneDrive opens a page: share the file with anyone who has the link, and give it with download=1 in its query':
    'este enlace de OneDrive abre una página: comparte el archivo con cualquiera que tenga el enlace, y dalo con download=1 en su query',
  'this link of GitHub opens a page: give it with raw=true in its query':
    'este enlace de GitHub abre una página: dalo con raw=true en su query',
  'links of this host open a page and never the file itself: put the file where its URL gives it without a page, or send it in base64 or as a form':
    'los enlaces de este host abren una página y nunca el archivo mismo: pon el archivo donde su URL lo dé sin página, o envíalo en base64 o como formulario',
};
