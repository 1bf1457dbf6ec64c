import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createStoredAnswers } from '../../src/cli/setup/stored-answers.ts'
import { openInstallation } from '../../src/installations/index.ts'
import { changeCollections } from '../../src/store/of-commands.ts'
import { runHere } from '../tools/command-here.ts'
import { emptyFolder } from '../tools/folder.ts'
import { programOf } from '../tools/program.ts'

/** Runs the command with a configuration file, and returns what it prints, without the path of the file, and its exit code. */
const check = (...lines: string[]) => checkWith({}, ...lines)

async function checkWith(environment: Record<string, string>, ...lines: string[]) {
  const file = configuration(lines)
  const { code, said, complained } = await runHere(['check'], { CONFIG_FILE: file, ...environment })
  const named = (text: string) => text.replaceAll(file, 'overheard.yaml')
  return { status: code, output: named(said), errors: named(complained) }
}

function configuration(lines: string[]): string {
  const file = join(emptyFolder(), 'overheard.yaml')
  writeFileSync(file, lines.join('\n'))
  return file
}

it.each([
  ['a valid file', 0, 'subscriptions: []', /is valid/, /^$/],
  ['an error', 78, 'subscriptions: 7', /^$/, /has an error/],
])('the program overheard check tells of %s and exits with %d', (_what, code, line, said, complained) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programOf('src/main.ts'), 'check'], {
    env: { PATH: process.env.PATH, CONFIG_FILE: configuration([line]) },
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: code, stdout: expect.stringMatching(said), stderr: expect.stringMatching(complained) },
  })
})

it('overheard check warns about a channel of a private alert that is written by its name', async () => {
  const { status, output } = await check(
    'private: [project falcon]',
    'subscriptions:',
    "  - { name: falcon, alert: Project Falcon, channel: '#crisis' }",
    '  - { name: other, alert: Project Falcon, channel: C0123456789 }',
  )
  expect(output).toMatch(/^Warning: falcon: #crisis is written by its name, and 'Project Falcon' is private/m)
  expect(output.match(/^Warning: /gm)).toHaveLength(1)
  expect(status).toBe(0)
})

it('overheard check says which digests cover other days, or come later, than their schedules seem to say', async () => {
  const digest = (rest: string) => `  - { channel: '#brand', alerts: [Acme], ${rest} }`
  const { status, output } = await check(
    'digests:',
    digest("name: usual, schedule: '0 9 * * 1', timezone: Europe/Berlin"),
    digest("name: twice, schedule: '0 9 * * 1,4', timezone: Europe/Berlin"),
    digest("name: hourly, schedule: '0 9-17 * * *', period: day, timezone: America/New_York"),
    digest("name: early, schedule: '0 0 1 * *', period: month, timezone: Europe/Berlin"),
  )
  expect(output).toBe(
    [
      'overheard.yaml is valid (subscriptions: 0, digests: 4).',
      "Warning: The schedule '0 9 * * 1,4' of the digest 'twice' does not run exactly once a week, so each of its digests covers the days since the one before.",
      "  → If you want each week by itself, write, for example, schedule: '0 9 * * 1'.",
      "Warning: The schedule '0 9-17 * * *' of the digest 'hourly' runs several times on one day. A digest covers whole days, so only the first run of a day posts.",
      '  → Name one time of the day.',
      "Warning: The digest 'early' comes up to 2\u00a0hours after its schedule: the mention service counts in UTC days, and the last day of its period is not over in UTC before that.",
      '  → If it should come on time, choose a later time (the schedule is in Europe/Berlin).',
      '',
    ].join('\n'),
  )
  expect(status).toBe(0)
})

it('overheard check warns, with the line, about a source that it does not know, and about a language of three letters', async () => {
  const { status, output } = await check(
    'subscriptions:',
    "  - { name: acme, alert: Acme, channel: '#brand', only: { source: [redit, web] } }",
    "  - { name: hn, alert: Acme, channel: '#news', except: { source: [hacker-news], language: [deu] } }",
    "  - { name: own, alert: Acme, channel: '#own', notify: { here: true, when: { source: [mailing-list] } } }",
  )
  expect(output).toBe(
    [
      'overheard.yaml is valid (subscriptions: 3, digests: 0).',
      "Warning: acme (line 2), only.source: Overheard knows no source 'redit'. If the mention service has none either, it matches no mention.",
      '  → If it is a mistake, write `reddit`.',
      "Warning: hn (line 3), except.source: Overheard knows no source 'hacker-news'. If the mention service has none either, it matches no mention.",
      '  → If it is a mistake, write `web`.',
      "Warning: hn (line 3), except.language: 'deu' matches only if the mention service uses codes of three letters.",
      '  → If it is a mistake, write `de`.',
      "Warning: own (line 4), notify.when.source: Overheard knows no source 'mailing-list'. If the mention service has none either, it matches no mention.",
      '  → If it is a mistake, correct it: each card shows the source of its mention.',
      '',
    ].join('\n'),
  )
  expect(status).toBe(0)
})

it('overheard check lists at most 20 values that may never match, and says how many more there are', async () => {
  const one = (at: number) =>
    `  - { name: acme${at}, alert: Acme, channel: C${at}, only: { source: [redit] } }`
  const { output } = await check('subscriptions:', ...Array.from({ length: 31 }, (_, at) => one(at)))
  expect(output.match(/^Warning: /gm)).toHaveLength(20)
  expect(output).toMatch(/\n… and 11 more warnings of this kind\n$/)
})

it('overheard check counts the alerts to listen for, and refuses settings that a source cannot use', async () => {
  const alerts = 'alerts: [{ name: Acme, query: acme }]'
  const valid =
    'overheard.yaml is valid (subscriptions: 0, digests: 0, alerts to listen for: 1).\n  Acme: Mentions that contain “acme”.\n'
  expect(await check(`listen: { ${alerts}, sources: { news: { locales: [en-GB] } } }`)).toEqual({
    status: 0,
    output: valid,
    errors: '',
  })
  expect(await check(`listen: { ${alerts}, sources: { news: { locales: [nowhere] } } }`)).toEqual({
    status: 78,
    output: '',
    errors:
      'overheard.yaml has an error:\n  listen.sources.news.locales.0: expected a language and a country, such as en-GB\n',
  })
})

it('overheard check warns of queries that will probably find nothing, or far too much', async () => {
  const { status, output } = await check(
    ...['listen:', '  alerts:', '    - { name: Dead, query: \'"acme app" -app\' }'],
    "    - { name: Flood, query: 'acme OR people' }",
    '    - { name: Norway, query: "acme lang:nb" }',
  )
  expect(status).toBe(0)
  expect(output.split('\n').filter((line) => /^Warning|→/.test(line))).toEqual([
    'Warning: alert Dead: -app removes everything that "acme app" finds.',
    '  → Take it out, or exclude a longer phrase.',
    'Warning: alert Flood: people alone is one of the most frequent words: roughly 2 % of posts have it.',
    '  → Ask for a capital (=Word), for another word near it (NEAR/5), or for a site, too.',
    'Warning: alert Norway: No post can have lang:nb.',
    '  → Write it as posts have it, or take it out.',
  ])
})

it('overheard check refuses a query of another product with its line, its place and what to write', async () => {
  expect(await check('listen:', '  alerts:', '    - { name: Acme, query: acme or app }')).toEqual({
    status: 78,
    output: '',
    errors:
      'overheard.yaml has an error:\n  line 3: listen.alerts[0].query: Operators have capitals. If you mean the word, put it in quotes. (at character 6; write acme OR app)\n',
  })
})

it('overheard check says what the first 50 queries find', async () => {
  const alerts = Array.from({ length: 52 }, (_, at) => `    - { name: Alert ${at}, query: 'word${at} -=No' }`)
  const { output } = await check('listen:', '  alerts:', ...alerts)
  expect(output).toContain(
    '  Alert 49: Mentions that contain “word49”, and do not contain “No” in exactly these letters.\n  … and 2 more alerts\n',
  )
})

it('overheard check accepts a source that gets its secret from a variable, and warns if the variable is missing', async () => {
  const intake = (sender: string) =>
    `listen: { alerts: [{ name: Acme, query: acme }], sources: { intake: { senders: { shop: ${sender} } } } }`
  const valid =
    'overheard.yaml is valid (subscriptions: 0, digests: 0, alerts to listen for: 1).\n  Acme: Mentions that contain “acme”.\n'
  const named = intake('{ tokenEnv: SHOP_TOKEN }')
  const token = 'a-token-of-24-characters-'
  expect(await checkWith({ SHOP_TOKEN: token }, named)).toEqual({ status: 0, output: valid, errors: '' })
  expect(await check(named)).toEqual({
    status: 0,
    output: [
      `${valid}Warning: the environment variable SHOP_TOKEN is missing (listen.sources.intake.senders.shop.tokenEnv), so the settings of intake were not checked.`,
      '  → Set it in .env or in the environment before the bot starts.',
      '',
    ].join('\n'),
    errors: '',
  })
  expect(await checkWith({ SHOP_TOKEN: 'short' }, named)).toMatchObject({
    status: 78,
    errors: expect.stringContaining('listen.sources.intake.senders.shop.token.0: expected 24 to 200'),
  })
})

it('overheard check warns that the mentions of `listen` stay on the disk although there is a database', async () => {
  const file = ['listen: { alerts: [{ name: Acme, query: acme }] }', 'subscriptions: []']
  const database = { DATABASE_URL: 'postgres://db.example/overheard' }
  expect((await checkWith(database, ...file)).output).toContain('keeps its mentions in mentions.sqlite')
  expect((await checkWith({}, ...file)).output).not.toContain('Warning')
  expect((await checkWith(database, 'subscriptions: []')).output).not.toContain('Warning')
})

it('without a configuration file, overheard check checks what setup and people have stored', async () => {
  const DATA_DIR = emptyFolder()
  await createStoredAnswers({ DATA_DIR }, Date.now).save(
    'subscriptions: [{ name: acme, alert: Acme, channel: C00000BRAND, only: { source: [redit] } }]\n',
  )
  const { code, said } = await runHere(['check'], { DATA_DIR })
  expect(said).toMatch(/^What is stored is valid \(subscriptions: 1, digests: 0\)\.\nWarning: .*redit/)
  expect(code).toBe(0)
})

it('overheard check does not check what is stored if the data was used with a configuration file', async () => {
  const DATA_DIR = emptyFolder()
  await changeCollections({ DATA_DIR }, (store) => openInstallation(store, Date.now, () => 0, true))
  const { code, complained } = await runHere(['check'], { DATA_DIR })
  expect(complained).toContain('this data was used with a configuration file')
  expect(code).toBe(78)
})

it('overheard check warns, with the line, of text that # may cut, and of nothing that is surely a comment', async () => {
  const { status, output } = await check(
    '#launch of the year',
    'timezone: UTC # of the office',
    'subscriptions:',
    '  - name: acme #launch  ',
    '    alert: Team #1 of Tom',
    "    channel: '#brand' #brand",
    '    burst: 3 #limit',
    '    only:',
    '      text:',
    "        - Tom's #friday",
    '        - c# # a language',
    '        - sale #########',
  )
  const cut = "# begins a comment here, so the rest of the line is missing: use quotes ('#brand')"
  expect(output).toBe(
    [
      'overheard.yaml is valid (subscriptions: 1, digests: 0).',
      `Warning: Line 4: ${cut}.`,
      "  → If it is no comment, write 'acme #launch'. If it is one, write a blank behind the #.",
      `Warning: Line 5: ${cut}.`,
      "  → If it is no comment, write 'Team #1 of Tom'. If it is one, write a blank behind the #.",
      `Warning: Line 10: ${cut}.`,
      "  → If it is no comment, write 'Tom''s #friday'. If it is one, write a blank behind the #.",
      '',
    ].join('\n'),
  )
  expect(status).toBe(0)
})
