import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inHttpMode } from '../../../tools/e2e/http-mode.ts'
import { ana, ben, brand, createTrackingWorld, crisis, gil, random, rivals } from './tracking-world.ts'

describe.each(['Socket Mode', 'HTTP mode'])('in %s', (mode) => {
  let made: Awaited<ReturnType<typeof createTrackingWorld>>
  beforeAll(async () => {
    made = await createTrackingWorld(mode === 'HTTP mode' ? await inHttpMode() : {})
    const { world } = made
    world.add(1, { title: 'Acme is here' })
    world.start()
    await world.until('the first looks', () => [brand, rivals, crisis].every(world.watches))
  })
  afterAll(() => made?.world.close())

  it('a colleague tracks a message with a link: it becomes one post with its words and the name of the finder, which people handle and list', async () => {
    const { world, people, write, track, posts } = made
    const ts = write(ben, brand, 'They forgot us &amp; our app <https://forum.example/t/1?utm_source=x|here>')
    expect(await track(ana, brand, ts)).toContain('Overheard posts this mention to #brand-watch in a moment.')
    await world.until('the post', () => posts(brand, 'Found by').length === 1)
    const [post] = posts(brand, 'Found by')
    expect(post?.text).toContain('They forgot us &amp; our app here')
    expect(post?.text).toContain('Found by Ana Lima')
    expect(JSON.stringify(post?.blocks)).toContain('https://forum.example/t/1?utm_source=x')
    await people.press(ben, brand, post?.ts ?? '', 'mention_claim')
    await world.until('the claim', () => posts(brand, 'Claimed by Ben Okafor').length === 1)
    expect(await people.ask(ana, brand, '/mentions open')).toContain('They forgot us')
    await people.press(ben, brand, post?.ts ?? '', 'mention_done')
    await world.until('it is done', () => posts(brand, 'Done by Ben Okafor').length === 1)
    expect(posts(brand, 'Done by Ben Okafor')[0]?.text).toContain('Found by Ana Lima')
  })

  it('the same page is posted once: everybody after that gets a link to the post, also if the service found it', async () => {
    const { world, write, track, posts } = made
    const again = write(ana, brand, 'Did you see <https://www.forum.example/t/1/#reply>?')
    expect(await track(ben, brand, again)).toMatch(/already posted in #brand-watch: http.*archives/)
    world.add(101, { title: 'Acme wins' })
    await world.until('the mention', () => world.ids().includes('101'))
    const found = write(ana, brand, '<https://news.example/101?utm_medium=mail>')
    expect(await track(ana, brand, found)).toContain('already posted in #brand-watch')
    expect(posts(brand, 'Found by')).toHaveLength(1)
  })

  it('two people who track a page at the same moment get one post', async () => {
    const { world, write, press, posts } = made
    const ts = write(ben, brand, 'Twins <https://forum.example/twins>')
    await Promise.all([press(ana, brand, ts), press(ben, brand, ts), press(ana, brand, ts)])
    await world.until('the post', () => posts(brand, 'forum.example/twins').length > 0)
    const later = write(ben, brand, 'Later <https://forum.example/later>')
    await press(ana, brand, later)
    await world.until('the later post', () => posts(brand, 'forum.example/later').length > 0)
    expect(posts(brand, 'forum.example/twins')).toHaveLength(1)
  })

  it('a message with several links asks which', async () => {
    const { world, people, write, press, posts } = made
    const ts = write(ben, brand, '<https://a.example/1> or <https://b.example/2>, not <mailto:x@y.example>')
    const view = await people.modal(ana, () => press(ana, brand, ts))
    expect(JSON.stringify(view.blocks)).toMatch(/a\.example\/1.*b\.example\/2/)
    expect(JSON.stringify(view.blocks)).not.toContain('mailto')
    const answered = people.answerTo(ana, brand, () =>
      world.slack.people.submitView({ user: ana, viewId: view.id, answers: { link: { link: '1' } } }),
    )
    expect(await answered).toContain('in a moment')
    await world.until('the post', () => posts(brand, 'https://b.example/2').length === 1)
    expect(posts(brand, 'https://a.example/1')).toEqual([])
  })

  it('a message without a link to a post is refused with the reason', async () => {
    const { write, track } = made
    const none = 'This message has no link to a post.'
    expect(await track(ana, brand, write(ben, brand, 'Just words'))).toContain(none)
    const slack = 'See <https://acme.slack.com/archives/C1/p1795176000000100>'
    expect(await track(ana, brand, write(ben, brand, slack))).toContain(none)
  })

  it('in a channel without alerts, of which the bot is no member, the person chooses the place, which gets the link and not the words', async () => {
    const { world, people, write, press, posts } = made
    const ts = write(ben, random, 'Secret plan about <https://c.example/3|this page>')
    const view = await people.modal(ana, () => press(ana, random, ts))
    const blocks = JSON.stringify(view.blocks)
    expect(blocks).toContain('acme in #brand-watch')
    expect(blocks).toContain('rival in #rivals')
    expect(blocks).not.toMatch(/falcon|crisis/i)
    await world.slack.people.submitView({
      ...{ user: ana, viewId: view.id, answers: { place: { place: 'rival' } } },
    })
    await world.until('the post', () => posts(rivals, 'https://c.example/3').length === 1)
    expect(JSON.stringify(posts(rivals, 'https://c.example/3'))).not.toMatch(/Secret|this page/)
  })

  it('a private alert is offered to nobody else, and a post about it is not revealed', async () => {
    const { world, people, write, press, posts } = made
    const inCrisis = write(ben, crisis, 'Leaked: <https://leak.example/4>')
    await press(ben, crisis, inCrisis)
    await world.until('the post', () => posts(crisis, 'leak.example/4').length === 1)
    const elsewhere = write(ana, brand, '<https://leak.example/4>')
    const answer = await people.answerTo(ana, brand, () => press(ana, brand, elsewhere))
    expect(answer).toContain('Overheard posts this mention to #brand-watch')
    await world.until('the other post', () => posts(brand, 'leak.example/4').length === 1)
  })

  it('a guest may not track anything', async () => {
    const { write, track, posts } = made
    const ts = write(gil, brand, '<https://guest.example/5>')
    expect(await track(gil, brand, ts)).toContain('Only full members of this workspace may do this.')
    expect(posts(brand, 'guest.example')).toEqual([])
  })

  it('hostile text of a message breaks nothing and calls nobody', async () => {
    const { world, write, press, posts } = made
    const text =
      '<!channel> <@U0000000BEN> *bold* &lt;!here&gt; \u202egnp.exe <https://evil.example/6|&lt;b&gt;x> ```'
    await press(ana, brand, write(ben, brand, text))
    await world.until('the post', () => posts(brand, 'evil.example/6').length === 1)
    const [post] = posts(brand, 'evil.example/6')
    expect(post?.text).not.toMatch(/<[!@#]|\u202e/)
    expect(JSON.stringify(post?.blocks)).not.toContain('\u202e')
  })

  it('the statistics of the service do not count it, and the log has no error', async () => {
    const { world, people } = made
    expect(await people.ask(ana, brand, '/mentions-stats "Acme brand" 7d')).not.toMatch(/forum\.example/)
    expect(world.output()).not.toMatch(/"level":(?:50|60)/)
  })
})

it('with tracking: false, the entry of the menu says that it is switched off, and an entry of another version says so too', async () => {
  const { world, track, write, people, posts } = await createTrackingWorld({
    configuration: { tracking: false },
  })
  try {
    world.start()
    await world.until('the first looks', () => [brand, rivals, crisis].every(world.watches))
    const ts = write(ben, brand, '<https://forum.example/t/1>')
    expect(await track(ana, brand, ts)).toContain(
      'Tracking is switched off in the configuration (tracking: false).',
    )
    const other = { user: ana, callbackId: 'of_another_version', channel: brand, ts }
    expect(await people.answerTo(ana, brand, () => world.slack.people.runShortcut(other))).toContain(
      'This entry of the menu is no longer used.',
    )
    world.add(101, { title: 'Acme wins' })
    await world.until('the next mention', () => world.ids().includes('101'))
    expect(posts(brand, 'forum.example')).toEqual([])
  } finally {
    await world.close()
  }
})
