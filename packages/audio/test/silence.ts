/** One second of silence: Opus in Ogg, as another program wrote it. */
export const SILENCE = new Uint8Array(
  Buffer.from(
    [
      'T2dnUwACAAAAAAAAAAABAAAAAAAAAByf9dkBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAAEAAAABAAAA',
      'h1hgGgEQT3B1c1RhZ3MAAAAAAAAAAE9nZ1MABLi8AAAAAAAAAQAAAAIAAABV8Xu2MwMDAwMDAwMDAwMDAwMDAwMDAwMD',
      'AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA/j//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj/',
      '/vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj/',
      '/vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//vj//g==',
    ].join(''),
    'base64',
  ),
);
