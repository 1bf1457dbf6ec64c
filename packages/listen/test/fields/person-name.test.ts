import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/fields/content.ts'
import { withoutMail } from '../../src/fields/person-name.ts'

describe('the name of a person', () => {
  it.each([
    ['Ann Lee (ann@b.example.net)', 'Ann Lee'],
    ['ann@b.example.net (Ann Lee)', 'Ann Lee'],
    ['Ann Lee <ann@b.example.net>', 'Ann Lee'],
    ['"Ann Lee" <ann@b.example.net>', 'Ann Lee'],
    ['"Ann Lee" "ann.lee+blog@b.example.net"', 'Ann Lee'],
    ['ann@b.example.net Ann Lee', 'Ann Lee'],
    ['Ann Lee - ann@b.example.net', 'Ann Lee'],
    ['Ann & Bo (ann@b.example.net, bo@b.example.net)', 'Ann & Bo'],
    ['Ann Lee {ann@b.example.net}', 'Ann Lee'],
    ['ann\u200b@b.example.net', ''],
    ['Ann Lee, mailto:ann@b.example.net?subject=Hi', 'Ann Lee'],
    ['Ann Lee | E-mail: ann@b.example.net', 'Ann Lee'],
    ['Ann Lee [ann@b.example.net]', 'Ann Lee'],
    ['Ann Lee (Acme) <ann@b.example.net>', 'Ann Lee (Acme)'],
    ['ann@b.example.net (Ann), bo@b.example.net (Bo)', 'Ann, Bo'],
    ['Ann <ann@b.example.net>, Bo <bo@b.example.net>', 'Ann, Bo'],
    ['Ann Lee (ann [at] b.example.net)', 'Ann Lee'],
    ['Ann Lee via ann@b.example.net', 'Ann Lee'],
    ['Ann Lee at ann@b.example.net', 'Ann Lee'],
    ['By Ann Lee, contact: ann@b.example.net', 'By Ann Lee'],
    ['via ann@b.example.net', ''],
    ['Ann Lee (ann (at) b (dot) example (dot) net)', 'Ann Lee'],
    ['Ann Lee <ann at b dot example dot net>', 'Ann Lee'],
    ['Ann Lee ann＠b.example.net', 'Ann Lee'],
    ['Jörg (jörg@müller.example)', 'Jörg'],
    ['root@localhost (Root)', 'Root'],
    ['ann@[10.0.0.1]', ''],
    ['ann@b.example.net', ''],
    ['ann@b.example.net (ann@b.example.net)', ''],
  ])('%j has no mail address', (given, name) => expect(withoutMail(given)).toBe(name))

  it.each(['@ann@social.example', 'Ann @ Acme', '@ann', 'Ann at Acme', 'Ann Lee ()', 'Look at this dot'])(
    '%j stays, because it has no mail address',
    (given) => expect(withoutMail(given)).toBe(given),
  )

  it('is all that is left of any name beside a mail address in any usual form', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{1,8}$/)
    const address = fc
      .tuple(fc.stringMatching(/^[a-z][a-z\d._+-]{0,10}$/), fc.stringMatching(/^[a-z\d]{1,8}\.[a-z]{2,5}$/))
      .map(([local, domain]) => `${local}@${domain}`)
    const forms = [
      (name: string, mail: string) => `${name} (${mail})`,
      (name: string, mail: string) => `${mail} (${name})`,
      (name: string, mail: string) => `${name} <${mail}>`,
      (name: string, mail: string) => `${mail}, ${name}`,
      (name: string, mail: string) => `<${mail}> ${name}`,
      (name: string, mail: string) => `${name} mailto:${mail}`,
    ]
    fc.assert(
      fc.property(fc.tuple(word, word), address, fc.constantFrom(...forms), ([first, last], mail, form) => {
        const name = `${first} ${last}`
        expect(withoutMail(form(name, mail))).toBe(name)
      }),
    )
  })
})

it.each([
  [
    { name: 'Ann (ann@b.example.net)', url: 'mailto:ann@b.example.net' },
    { name: 'Ann', url: '' },
  ],
  [
    { name: 'ann@b.example.net', url: 'ann@b.example.net' },
    { name: 'x.example', url: '' },
  ],
  [
    { name: 'Daily', writtenBy: 'Ann <ann@b.example.net>' },
    { name: 'Daily', writtenBy: 'Ann' },
  ],
])('no source makes a mail address an author: %j', (author, expected) =>
  expect(
    prepare({ id: '1', url: 'https://x.example/1', text: { plain: 'Acme' }, author }, 'web', 0)?.content
      .author,
  ).toMatchObject(expected),
)
