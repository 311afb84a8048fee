/** Failures of files that are given by URL. */
export const files = {
  'must be one line, without control characters': 'deve ter uma linha, sem caracteres de controle',
  'must not hold credentials: give them in {field} as {"authorization": "Basic …"}, user:password in base64':
    'não pode ter credenciais: informe-as em {field} como {"authorization": "Basic …"}, usuário:senha em base64',
  '{status} instead of 200, {reason}': '{status} em vez de 200, {reason}',
  'the server wants a log-in': 'o servidor exige login',
  'the server refuses access': 'o servidor recusa o acesso',
  'a proxy wants a log-in': 'um proxy exige login',
  '{place}, which is not followed: {reason}': '{place}, que não é seguido: {reason}',
  'it leads in a circle': 'dá voltas em círculo',
  'it leaves https': 'sai de https',
  '{max} redirects are the limit': '{max} redirecionamentos são o máximo',
  'give a URL that opens the file without a log-in, or the headers that its server wants in mediaHeaders, such as {"authorization": "Bearer …"}':
    'informe uma URL que abra o arquivo sem login, ou os cabeçalhos que o servidor exige em mediaHeaders, como {"authorization": "Bearer …"}',
  'its server did not take mediaHeaders: check what it wants in them':
    'o servidor não aceitou mediaHeaders: verifique o que ele exige neles',
  'mediaHeaders went to {url} alone and not to {host}, where it redirects: give the URL of the file there':
    'mediaHeaders foram só para {url} e não para {host}, para onde ele redireciona: informe a URL do arquivo lá',
  'mediaHeaders go to one host, and the URLs of the files have several':
    'mediaHeaders vão para um só host, e as URLs dos arquivos têm vários',
  'mediaHeaders cannot be used for a template of the official API: Meta fetches its file itself':
    'mediaHeaders não servem para um modelo da API oficial: a própria Meta baixa o arquivo',
  'upload the file, and give its id in place of the link':
    'faça o upload do arquivo e informe o id no lugar do link',
  'a web page called "{name}"': 'uma página web chamada "{name}"',
  document: 'um documento',
  'a page came in place of the file: give a URL that opens the file itself without a log-in, or the headers that its server wants in mediaHeaders':
    'veio uma página no lugar do arquivo: informe uma URL que abra o próprio arquivo sem login, ou os cabeçalhos que o servidor exige em mediaHeaders',
  'this link of Google Drive opens a page: share the file with anyone who has the link, and give {url}':
    'este link do Google Drive abre uma página: compartilhe o arquivo com qualquer pessoa que tenha o link, e informe {url}',
  'this link of Dropbox opens a page: give it with dl=1 at its end in place of dl=0':
    'este link do Dropbox abre uma página: informe-o com dl=1 no fim em vez de dl=0',
  'this link of OneDrive opens a page: share the file with anyone who has the link, and give it with download=1 in its query':
    'este link do OneDrive abre uma página: compartilhe o arquivo com qualquer pessoa que tenha o link, e informe-o com download=1 na query',
  'this link of GitHub opens a page: give it with raw=true in its query':
    'este link do GitHub abre uma página: informe-o com raw=true na query',
  'links of this host open a page and never the file itself: put the file where its URL gives it without a page, or send it in base64 or as a form':
    'links deste host abrem uma página e nunca o próprio arquivo: coloque o arquivo onde a URL o entregue sem página, ou envie-o em base64 ou como formulário',
};
