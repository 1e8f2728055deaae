import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliversWithoutDot, isAboutAddress, saysNothing, shutsUsOut } from './replies.ts'

test('a code or words about the mailbox → the address is wrong', () => {
  for (const [reply, status] of [
    ['550 5.1.1 No such user'],
    [
      '550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser',
    ],
    ['556 5.1.10 Recipient address has null MX'],
    ['550 5.2.1 Mailbox disabled'],
    ['550 <x@example.com>: Recipient address rejected: User unknown in local recipient table'],
    ['550 No such user here (Exim 4.96.2)'],
    ['550 10.4.1.9 No such user'],
    ["554 delivery error: dd This user doesn't have an account (x@example.com)", '5.0.0'],
    ['550 5.4.1 Recipient address rejected: Access denied.', '5.4.1'],
    ['Host or domain name not found. Name service error for name=exampel.com type=A: Host not found', '5.4.4'],
    ['', '5.1.1'],
  ] as const)
    assert.ok(isAboutAddress(reply, status), reply || status)
})

test('replies about spam, blocklist, quota or rule → the address is not blamed', () => {
  for (const [reply, status] of [
    ['550 This message was classified as SPAM and may not be delivered', '5.0.0'],
    ['550 JunkMail rejected - mail.example.org [192.0.2.7] is in an RBL', '5.0.0'],
    ['554 5.7.1 Service unavailable; Client host [185.5.1.4] blocked using bl.example', '5.7.1'],
    ['554 5.7.1 Service unavailable; Client host [10.5.1.3] refused', '5.7.1'],
    ['550 rejected, see section 5.1.1 of our rules'],
    ['550 5.1.1 rejected because of our sending policy'],
    ['552 5.2.2 over quota'],
    ['550 5.4.1 All recipient addresses rejected', '5.4.1'],
    ['connection timed out', '5.4.4'],
  ] as const)
    assert.ok(!isAboutAddress(reply, status), reply)
})

test('a 550 without finer code or word → says nothing about the address', () => {
  for (const reply of [
    '550',
    '550 No',
    '550 Invalid recipient: <ada@example.com>',
    '550 Requested action not taken: mailbox unavailable',
  ])
    assert.ok(!isAboutAddress(reply) && saysNothing(reply), reply)
  for (const reply of ['550 blocked', '550 5.7.1 No', '550 No such user']) assert.ok(!saysNothing(reply), reply)
  assert.ok(!isAboutAddress('', '5.0.0'))
})

test('relaying refused in the words of seven programs → shut out', () => {
  for (const reply of [
    '554 5.7.1 <ada@example.com>: Relay access denied',
    '550 relay not permitted',
    '550 5.7.1 <ada@example.com>... Relaying denied. Proper authentication required.',
    '513 Relaying denied.',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 I cannot deliver mail for <ada@example.com>',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  ]) {
    assert.ok(shutsUsOut('RCPT TO', reply), reply)
    assert.ok(!isAboutAddress(reply), reply)
  }
})

test('relaying denied for now → the relay refuses this shop', () => {
  assert.ok(shutsUsOut('RCPT TO', '454 4.7.1 <x@example.com>: Relay access denied'))
  assert.ok(!shutsUsOut('RCPT TO', '450 4.2.0 Greylisted'))
})

test('msmtpd greets → it is known to deliver without the dot', () => {
  assert.ok(deliversWithoutDot('220 localhost ESMTP msmtpd'))
  for (const greeting of [
    '220 mx.example ESMTP Postfix (Debian)',
    '220 mx ESMTP Exim 4.96',
    '220 mx ESMTP OpenSMTPD',
    '',
  ])
    assert.ok(!deliversWithoutDot(greeting))
})
