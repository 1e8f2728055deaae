import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Making, toBase32 } from '../totp.ts'
import { readTokens } from './import-tokens.ts'

const BASE32 = 'JX5NOFBHUCXLH7XJEMXYV4RBD6POJEOF'
const HEX = 'd6bda3401be9c8cbccc935f6cd1f61226ae15338'
/** Forty hexadecimal digits, all of them letters of base32 too. */
const BOTH = '2234567abcdef2234567abcdef234567abcdef23'
/** The secret of the examples of RFC 6030, `12345678901234567890`. */
const EXAMPLE = Buffer.from('12345678901234567890')

/** `serial=secret`, or the reason. */
function read(file: string | Buffer, password?: string): string[] {
  return [...readTokens(Buffer.from(file), password)].map(entry =>
    'reason' in entry
      ? `${entry.place}: ${entry.reason}`
      : `${entry.serial}=${toBase32(entry.seed)}${different(entry.making)}`,
  )
}

/** Nothing for the usual way of making codes. */
function different({ step_seconds, digits, digest }: Making): string {
  const way = `${step_seconds} s, ${digits}, ${digest}`
  return way === '30 s, 6, sha1' ? '' : ` (${way})`
}
const fromHex = (digits: string) => toBase32(Buffer.from(digits, 'hex'))

test('CSV as vendors, spreadsheets and people write it', () => {
  for (const file of [
    `T-1,${BASE32}`,
    `\uFEFFserial,secret\r\nT-1,${BASE32}\r\n`,
    `\uFEFFserial;secret\r\nT-1;${BASE32}\r\n`,
    `serial\tsecret\nT-1\t${BASE32}`,
    `T-1   ${BASE32}`,
    Buffer.from(`\uFEFFserial\tsecret\r\nT-1\t${BASE32}\r\n`, 'utf16le'),
    Buffer.from(`serial\tsecret\r\nT-1\t${BASE32}\r\n`, 'utf16le'),
    Buffer.from(`\uFEFFserial\tsecret\r\nT-1\t${BASE32}\r\n`, 'utf16le').swap16(),
    `Seriennummer;Geheimnis\nT-1;${BASE32}\n`,
    Buffer.from(`Gerätenummer;Schlüssel\nT-1;${BASE32}\n`, 'latin1'),
    `Numéro de série;Clé secrète\nT-1;${BASE32}\n`,
    `# Batch 12\nSerial Number,Secret Key\n\nT-1,${BASE32.toLowerCase()}====\n`,
    `Token ID,Seed\nT-1,"${BASE32.replaceAll(/.{4}/g, '$& ')}"`,
    `sep=;\nserial;secret;;\nT-1;${BASE32};;`,
    `upn,serial number,secret key,time interval,manufacturer,model\nuser@example.com,T-1,${BASE32},30,Token2,c101`,
    `"T-1",\u00A0${BASE32}\u00A0`,
    `\u200ET-\u200B1\u200E,\u2060${BASE32.replaceAll(/.{8}/g, '$&\u00AD')}\u202C`,
  ]) {
    assert.deepEqual(read(file), [`T-1=${BASE32}`], String(file))
  }
  assert.deepEqual(read(`serial,secret\n"=""0012345""",${BASE32}`), [`0012345=${BASE32}`])
  const privacyIdea = `PI0001, ${HEX}, TOTP, 6, 30\nPI0002, ${HEX}, HOTP, 6\n`
  assert.deepEqual(read(privacyIdea), [`PI0001=${fromHex(HEX)}`, 'line 2: is a token of the kind HOTP, not TOTP'])
  const pairs = HEX.replaceAll(/..(?!$)/g, '$&:')
  assert.deepEqual(read(`HX-1,${HEX}\nHX-2,${HEX.toUpperCase()}\nHX-4,0x${HEX}\nHX-5,${pairs}\nHX-3,${BOTH}`), [
    `HX-1=${fromHex(HEX)}`,
    `HX-2=${fromHex(HEX)}`,
    `HX-4=${fromHex(HEX)}`,
    `HX-5=${fromHex(HEX)}`,
    `HX-3=${fromHex(BOTH)}`,
  ])
})

test('a token of each minute, eight digits or SHA-2 → read; others refused', () => {
  const header = 'serial,secret,interval,digits,algorithm\n'
  const ways = [
    '30,6,SHA1',
    '60,6,SHA1',
    '30,8,',
    '30,6,SHA-256',
    '60s,8,HMAC-SHA512',
    '32,6,',
    '30,7,',
    '30,6,MD5',
    '0,0,',
  ]
  const lines = ways.map((rest, n) => `T-${n},${BASE32},${rest}\n`)
  assert.deepEqual(read(header + lines.join('')), [
    `T-0=${BASE32}`,
    `T-1=${BASE32} (60 s, 6, sha1)`,
    `T-2=${BASE32} (30 s, 8, sha1)`,
    `T-3=${BASE32} (30 s, 6, sha256)`,
    `T-4=${BASE32} (60 s, 8, sha512)`,
    'line 7: makes a code every 32 seconds, not every 30 or 60',
    'line 8: makes codes of 7 digits, not of 6 or 8',
    'line 9: makes its codes with MD5, not with SHA-1, SHA-256 or SHA-512',
    'line 10: makes a code every 0 seconds, not every 30 or 60',
  ])
  assert.deepEqual(read('A-1,PSL8P226KCE61AMGXKUKK71RTZX3MX1A\nA-2,"open\nA-3,JBSW\nA-4\n'), [
    'line 1: secret is neither base32 nor hexadecimal digits',
    'line 2: has a quote that is not closed',
    'line 3: secret has 16 bits, and needs at least 128',
    'line 4: has 1 fields, not serial and secret. If it has other columns, name them in the first line',
  ])
})

/** Writes it as RFC 6030 does: the values are those of its figures 2, 6 and 7. */
function pskc(head: string, secret: string, { algorithm = 'totp', more = '', digits = 6 } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
    <pskc:KeyContainer Version="1.0" xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc">${head}
      <pskc:KeyPackage>
        <pskc:DeviceInfo><pskc:SerialNo>987654321</pskc:SerialNo></pskc:DeviceInfo>
        <pskc:Key Id="12345678" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:${algorithm}">
          <pskc:AlgorithmParameters>
            <pskc:ResponseFormat Length="${digits}" Encoding="DECIMAL"/>
          </pskc:AlgorithmParameters>
          <pskc:Data><pskc:Secret>${secret}</pskc:Secret>${more}</pskc:Data>
        </pskc:Key>
      </pskc:KeyPackage>
    </pskc:KeyContainer>`
}
const cipherOf = (value: string) => `<xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
  <xenc:CipherData><xenc:CipherValue>\n${value}\n</xenc:CipherValue></xenc:CipherData>`
const encrypted = (value: string, mac: string) =>
  `<pskc:EncryptedValue>${cipherOf(value)}</pskc:EncryptedValue><pskc:ValueMAC>${mac}\n</pskc:ValueMAC>`
const macKey = (value: string) => `<pskc:MACMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"><pskc:MACKey>
  ${cipherOf(value)}</pskc:MACKey></pskc:MACMethod>`
const PLAIN = '<pskc:PlainValue>MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=\n</pskc:PlainValue>'
const WITH_KEY = pskc(
  `<pskc:EncryptionKey><ds:KeyName>Pre-shared-key</ds:KeyName></pskc:EncryptionKey>
   ${macKey('ESIzRFVmd4iZABEiM0RVZgKn6WjLaTC1sbeBMSvIhRejN9vJa2BOlSaMrR7I5wSX')}`,
  encrypted('AAECAwQFBgcICQoLDA0OD+cIHItlB3Wra1DUpxVvOx2lef1VmNPCMl8jwZqIUqGv', 'Su+NvtQfmvfJzF6bmQiJqoLRExc='),
)
const WITH_PASSWORD = pskc(
  `<pskc:EncryptionKey><xenc11:DerivedKey>
     <xenc11:KeyDerivationMethod Algorithm="http://www.rsasecurity.com/rsalabs/pkcs/schemas/pkcs-5v2-0#pbkdf2">
       <pkcs5:PBKDF2-params><Salt><Specified>Ej7/PEpyEpw=</Specified></Salt><IterationCount>1000</IterationCount>
         <KeyLength>16</KeyLength><PRF/></pkcs5:PBKDF2-params>
     </xenc11:KeyDerivationMethod></xenc11:DerivedKey></pskc:EncryptionKey>
   ${macKey('2GTTnLwM3I4e5IO5FkufoOEiOhNj91fhKRQBtBJYluUDsPOLTfUvoU2dStyOwYZx')}`,
  encrypted('oTvo+S22nsmS2Z/RtcoF8Hfh+jzMe0RkiafpoDpnoZTjPYZu6V+A4aEn032yCr4f', 'LP6xMvjtypbfT9PdkJhBZ+D6O4w='),
)

test('PSKC in the clear, with a key and with a password', () => {
  const example = `987654321=${toBase32(EXAMPLE)}`
  assert.deepEqual(read(pskc('', PLAIN)), [example])
  assert.deepEqual(read(WITH_KEY, '12345678901234567890123456789012'), [example])
  assert.match(read(WITH_PASSWORD, 'qwerty')[0]!, /^987654321=[A-Z2-7]{32}$/)
  for (const [file, password, message] of [
    [WITH_KEY, undefined, /Set SEMEL_PASSWORD to its key, in hexadecimal digits\./],
    [WITH_KEY, 'qwerty', /Set SEMEL_PASSWORD to its key, in hexadecimal digits\./],
    [WITH_KEY, '00'.repeat(16), /SEMEL_PASSWORD does not open this file\./],
    [WITH_PASSWORD, undefined, /Set SEMEL_PASSWORD to its password\./],
    [WITH_PASSWORD, 'wrong', /SEMEL_PASSWORD does not open this file\./],
    [WITH_PASSWORD.replace('#pbkdf2', '#scrypt'), 'qwerty', /in a way that is not read/],
    [pskc('<pskc:EncryptionKey><ds:X509Data/></pskc:EncryptionKey>', PLAIN), 'qwerty', /for a certificate/],
    [pskc('', PLAIN).slice(0, -200), undefined, /is incomplete/],
    ['<html><body>Sign in</body></html>', undefined, /has no tokens as RFC 6030/],
    ['\n', undefined, /is empty/],
  ] as const) {
    assert.throws(() => read(file, password), message)
  }
})

test('PSKC of another program, in each way of encryption → its token', () => {
  // Written by python3-pskc 1.2 of Debian 12.
  const digits = '0123456789abcdef'
  for (const [name, password, secret] of [
    ['password-hmac-sha256', 'qwerty', '12345678901234567890'],
    ['password-hmac-sha512', 'qwerty', '12345678901234567890'],
    ['tripledes-two-keys', '1'.repeat(16) + '2'.repeat(16), '12345678901234567890'],
    ['kw-aes128', digits.repeat(2), '123456789012345678901234'],
    ['kw-aes192', digits.repeat(3), '123456789012345678901234'],
    ['kw-aes256', digits.repeat(4), '123456789012345678901234'],
    ['kw-tripledes', digits.repeat(3), '123456789012345678901234'],
  ] as const) {
    const file = readFileSync(new URL(`../../../../test/fixtures/pskc/${name}.xml`, import.meta.url))
    assert.deepEqual(read(file, password), [`987654321=${toBase32(Buffer.from(secret))}`], name)
    const wrong = password.replaceAll('1', '3').replace('q', 'x')
    assert.match(
      opened(() => read(file, wrong)),
      /does not open/,
      name,
    )
  }
})

/** The lines, or the message. */
function opened(work: () => string[]): string {
  try {
    return work().join()
  } catch (error) {
    return (error as Error).message
  }
}

test('PSKC of before RFC 6030 → read, or refused with the true reason', () => {
  // The MAC of the value itself; its file in python-pskc has the key of the one with a key above.
  const plainMac = createHmac('sha1', Buffer.from('1122334455667788990011223344556677889900', 'hex'))
    .update(EXAMPLE)
    .digest()
  const key = '12345678901234567890123456789012'
  const before = WITH_KEY.replace('Su+NvtQfmvfJzF6bmQiJqoLRExc=', plainMac.toString('base64'))
  assert.deepEqual(read(before, key), [`987654321=${toBase32(EXAMPLE)}`])
  const draft = `<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc:1.0"><Device>
    <DeviceInfo><SerialNo>987654323</SerialNo></DeviceInfo>
    <Key KeyAlgorithm="urn:ietf:params:xml:ns:keyprov:pskc#totp" KeyId="987654323">
      <Usage OTP="true"><ResponseFormat Length="6" Format="DECIMAL"/></Usage>
      <Data><Secret>${PLAIN.replaceAll('pskc:', '')}</Secret><TimeInterval><PlainValue>30</PlainValue></TimeInterval></Data>
    </Key></Device></KeyContainer>`
  assert.deepEqual(read(draft), [`987654323=${toBase32(EXAMPLE)}`])
  assert.match(read(draft.replace('"DECIMAL"', '"HEXADECIMAL"')).join(), /has codes with letters/)
  assert.match(read(draft.replace('#totp', '#hotp')).join(), /is a token of the kind hotp/)
  assert.match(
    read(draft.replace('<Data>', '<Data Name="SECRET">')).join(),
    /the first drafts of PSKC, which have no TOTP/,
  )
})

test('entities in a PSKC file → no other file is read, nothing grows', () => {
  const declared = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b "${EXAMPLE.toString('base64')}">]>`
  for (const name of ['a', 'b']) {
    const file = pskc('', `<pskc:PlainValue>&${name};</pskc:PlainValue>`).replace('?>', `?>${declared}`)
    assert.doesNotMatch(read(file).join(), new RegExp(`root|=${toBase32(EXAMPLE)}`))
  }
})

test('an unusable or changed token in PSKC → it alone is refused', () => {
  const interval = (seconds: number) => `<TimeInterval><PlainValue>${seconds}</PlainValue></TimeInterval>`
  for (const [file, reason] of [
    [pskc('', PLAIN, { more: interval(32) }), 'makes a code every 32 seconds, not every 30 or 60'],
    [pskc('', PLAIN, { digits: 7 }), 'makes codes of 7 digits, not of 6 or 8'],
    [pskc('', PLAIN, { algorithm: 'hotp' }), 'is a token of the kind hotp, not TOTP'],
    [pskc('', '<PlainValue>MTIzNA==</PlainValue>'), 'secret has 32 bits, and needs at least 128'],
    [WITH_KEY.replace('Su+N', 'Su+M'), 'does not open: SEMEL_PASSWORD is wrong, or the file was changed'],
  ] as const) {
    assert.deepEqual(read(file, '12345678901234567890123456789012'), [`token 1 (987654321): ${reason}`])
  }
  const example = `987654321=${toBase32(EXAMPLE)}`
  assert.deepEqual(read(pskc('', PLAIN, { more: interval(30) })), [example])
  assert.deepEqual(read(pskc('', PLAIN, { more: interval(60), digits: 8 })), [`${example} (60 s, 8, sha1)`])
})
