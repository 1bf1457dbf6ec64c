import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../src/sources/feeds/feed.ts'
import { parseFeed } from '../../../src/sources/feeds/parse-feed.ts'

const rss = (item: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
     xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:thr="http://purl.org/syndication/thread/1.0"
     xmlns:georss="http://www.georss.org/georss" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"
     xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
     <channel>${channel}<item>${item}</item></channel></rss>`
const atom = (entry: string, feed = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:thr="http://purl.org/syndication/thread/1.0">${feed}<entry>${entry}</entry></feed>`
const json = (item: object) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    items: [{ id: '1', url: 'https://x.example/1', ...item }],
  })

function entryOf(document: string, address?: string): Entry {
  const entry = parseFeed(document, address)?.entries[0]
  if (entry === undefined) throw new Error('the feed has no entry')
  return entry
}

const fileOf = (name: string) => readFileSync(new URL(`./documents/${name}.xml`, import.meta.url), 'utf8')

const noon = Date.UTC(2026, 10, 20, 12)

describe('the formats', () => {
  it('reads RSS 2.0', () => {
    const feed = parseFeed(
      rss(
        `<title>Acme opens</title><link>https://blog.example/1</link><guid isPermaLink="false">17</guid>
         <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;Short&lt;/p&gt;</description>
         <content:encoded><![CDATA[<p>Long</p>]]></content:encoded><dc:creator>Kim Lee</dc:creator>`,
        `<title>The blog</title><link>https://blog.example/</link><language>en-us</language>
         <lastBuildDate>Fri, 20 Nov 2026 12:00:00 GMT</lastBuildDate><image><url>/logo.png</url><title>Not this</title></image>`,
      ),
      'https://blog.example/feed.xml',
    )
    expect(feed).toMatchObject({
      format: 'rss',
      title: 'The blog',
      address: 'https://blog.example/',
      picture: 'https://blog.example/logo.png',
      updatedAt: noon,
    })
    expect(feed?.entries).toMatchObject([
      {
        id: '17',
        title: 'Acme opens',
        address: 'https://blog.example/1',
        publishedAt: noon,
        text: { html: '<p>Long</p>' },
        author: { name: 'Kim Lee' },
        language: 'en-US',
      },
    ])
  })

  it('reads Atom 1.0', () => {
    const feed = parseFeed(
      atom(
        `<id>urn:1</id><title type="html">Acme &amp;amp; Co</title><link rel="self" href="/self"/><link href="1"/>
         <updated>2026-11-20T12:00:00Z</updated><published>2026-11-20T13:00:00+01:00</published>
         <author><name>Kim Lee</name><uri>https://x.example/kim</uri></author>
         <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>1 &lt; 2 <a href="a">here</a></p></div></content>`,
        '<title>Posts</title><link rel="alternate" href="https://x.example/"/><icon>i.png</icon>',
      ).replace('<feed', '<feed xml:lang="de" xml:base="https://x.example/posts/"'),
    )
    expect(feed).toMatchObject({
      format: 'atom',
      title: 'Posts',
      address: 'https://x.example/',
      picture: 'https://x.example/posts/i.png',
    })
    expect(feed?.entries).toMatchObject([
      {
        id: 'urn:1',
        title: 'Acme & Co',
        address: 'https://x.example/posts/1',
        publishedAt: noon,
        author: { name: 'Kim Lee', address: 'https://x.example/kim' },
        language: 'de',
        text: { html: '<div><p>1 &lt; 2 <a href="https://x.example/posts/a">here</a></p></div>' },
      },
    ])
  })

  it('reads Atom 0.3', () => {
    const entry = entryOf(
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>
       <title mode="base64" type="text/html">PGI+QWNtZTwvYj4=</title><link rel="alternate" type="text/html" href="https://x.example/1"/>
       <issued>2026-11-20T12:00:00Z</issued><content type="text/plain">a &lt;b&gt;</content></entry></feed>`,
    )
    expect(entry).toMatchObject({ title: 'Acme', publishedAt: noon, text: { plain: 'a <b>' } })
  })

  it('reads RSS 1.0, whose items stand beside the channel', () => {
    const feed = parseFeed(
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
       <channel rdf:about="https://x.example/"><title>X</title><link>https://x.example/</link></channel>
       <item rdf:about="https://x.example/id"><title>One</title><link>https://x.example/1</link><d:date>2026-11-20T12:00:00Z</d:date><d:creator>Jo</d:creator></item></rdf:RDF>`,
    )
    expect(feed).toMatchObject({
      format: 'rdf',
      title: 'X',
      entries: [{ id: 'https://x.example/id', title: 'One', publishedAt: noon, author: { name: 'Jo' } }],
    })
  })

  it.each([
    ['1', 'author', '{"name":"Jo","url":"https://x.example/jo","avatar":"/jo.png"}'],
    ['1.1', 'authors', '[{"name":"Jo","url":"https://x.example/jo","avatar":"/jo.png"}]'],
  ])('reads JSON Feed %s', (version, name, authors) => {
    const document = `\u{FEFF}{"version":"https://jsonfeed.org/version/${version}","title":"X","home_page_url":"https://x.example/","language":"fr",
      "items":[{"id":7,"url":"/1","external_url":"https://other.example/","title":"One","content_html":"<p>a</p>","date_published":"2026-11-20T12:00:00Z","${name}":${authors}},
               null, {"id":"8","url":5,"summary":"just text"}]}`
    expect(parseFeed(document, 'https://x.example/feed.json')).toMatchObject({
      format: 'json',
      title: 'X',
      entries: [
        {
          id: '7',
          address: 'https://x.example/1',
          links: ['https://other.example/'],
          title: 'One',
          publishedAt: noon,
          text: { html: '<p>a</p>' },
          author: { name: 'Jo', address: 'https://x.example/jo', picture: 'https://x.example/jo.png' },
          language: 'fr',
        },
        { id: '8', address: undefined, text: { plain: 'just text' } },
      ],
    })
  })

  it.each([
    '',
    '  ',
    'hello',
    '<html><body>Hi</body></html>',
    '{"a":1}',
    '[]',
    '{"items":[{"a":1}]}',
    '<rss',
    '<svg/>',
  ])('takes %j for no feed', (document) => expect(parseFeed(document)).toBeUndefined())
})

describe('the address of an entry', () => {
  const address = (item: string) => entryOf(rss(item), 'https://x.example/feed').address

  it('is the link', () =>
    expect(address('<guid>https://x.example/guid</guid><link> https://x.example/1 </link>')).toBe(
      'https://x.example/1',
    ))
  it('is the guid if that is a permanent link', () =>
    expect(address('<guid>https://x.example/guid</guid>')).toBe('https://x.example/guid'))
  it('is not the guid if that is no permanent link', () =>
    expect(address('<guid isPermaLink="False">https://x.example/guid</guid>')).toBeUndefined())
  it('is not a guid that is no address', () => expect(address('<guid>tag:1</guid>')).toBeUndefined())
  it('is the original one if a service counts clicks', () =>
    expect(
      address(
        '<link>https://feedproxy.example/r/1</link><feedburner:origLink>https://x.example/1</feedburner:origLink>',
      ),
    ).toBe('https://x.example/1'))
  it('is relative to the feed', () => expect(address('<link>../1</link>')).toBe('https://x.example/1'))
  it.each([
    ['/2026/acme', 'https://blog.example/2026/acme'],
    ['acme', 'https://blog.example/en/acme'],
    ['?p=7', 'https://blog.example/en/?p=7'],
    ['//other.example/1', 'https://other.example/1'],
    ['https://other.example/1', 'https://other.example/1'],
  ])('that is %s is relative to the site of an RSS feed on another host', (link, expected) => {
    const channel = '<link>https://blog.example/en/</link>'
    const feeds = 'https://feeds.example/blog/rss'
    expect(entryOf(rss(`<link>${link}</link>`, channel), feeds).address).toBe(expected)
    const based = rss(`<link>${link}</link>`, channel).replace(
      '<item>',
      '<item xml:base="https://base.example/en/">',
    )
    expect(entryOf(based, feeds).address).toBe(expected.replace('blog.example', 'base.example'))
  })
  it('is relative to the site if the feed is on another host: relative-link-other-host', () =>
    expect(entryOf(fileOf('relative-link-other-host'), 'https://feeds.example.org/b').address).toBe(
      'https://blog.example.net/2026/acme',
    ))
  it('is relative to the site also if its address comes after the entries', () =>
    expect(
      entryOf(
        '<rss><channel><item><link>/1</link></item><link>https://x.example/</link></channel></rss>',
        'https://f.example/',
      ).address,
    ).toBe('https://x.example/1'))
  it('is the Atom link of RSS if there is no other', () =>
    expect(
      entryOf(
        '<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><item><link/><a:link rel="self" href="https://x.example/self"/><a:link href="https://x.example/1"/></item></channel></rss>',
      ).address,
    ).toBe('https://x.example/1'))
  it('is not that of a picture within the entry', () =>
    expect(address('<image><link>https://x.example/picture</link></image>')).toBeUndefined())
})

describe('a review', () => {
  it('of the App Store has its stars and the address of the app', () => {
    const entry = entryOf(
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:im="http://itunes.apple.com/rss"><entry><id>17</id><title>Good</title><im:rating>4</im:rating><link rel="related" href="https://apps.example/review?id=1"/></entry></feed>',
    )
    expect(entry).toMatchObject({ stars: 4, address: 'https://apps.example/review?id=1' })
  })

  it.each<[element: string, stars: number | undefined]>([
    ['<letterboxd:memberRating>4.5</letterboxd:memberRating>', 4.5],
    ['<user_rating>2</user_rating>', 2],
    // Of a reader of Goodreads who gives none.
    ['<user_rating>0</user_rating>', undefined],
    ['<rating>3/5</rating>', 3],
    ['<average_rating>4.2</average_rating>', undefined],
  ])('of RSS has its stars in %s', (element, stars) => expect(entryOf(rss(element)).stars).toBe(stars))

  it.each<[name: string, item: object, stars: number]>([
    ['an extension', { _review: { reviewRating: { ratingValue: 8, bestRating: 10 } } }, 4],
    ['an extension that is the rating', { _rating: { ratingValue: '2' } }, 2],
    ['the item', { reviewRating: { '@type': 'Rating', ratingValue: '4.5', bestRating: '5' } }, 4.5],
    ['a review in an extension', { _schema: { review: { reviewRating: { ratingValue: 1 } } } }, 1],
    ['a number', { _acme: { rating: 3 } }, 3],
  ])('in a JSON Feed has its stars in %s', (_place, item, stars) =>
    expect(parseFeed(json(item))?.entries[0]?.stars).toBe(stars),
  )

  it('of the App Store in JSON is read as in XML, without the app itself', () => {
    const label = (text: string, attributes?: object) => ({ label: text, ...(attributes && { attributes }) })
    const review = {
      author: { uri: label('https://apps.example/kim'), name: label('Kim'), label: '' },
      ...{
        updated: label('2026-11-20T10:00:00-07:00'),
        'im:rating': label('2'),
        id: label('17'),
        title: label('Bad'),
      },
      ...{
        content: label('Acme <3', { type: 'text' }),
        link: { attributes: { rel: 'related', href: 'https://apps.example/1' } },
      },
    }
    const app = { 'im:name': label('Acme'), id: label('https://apps.example'), title: label('Acme') }
    for (const entry of [review, [app, review]]) {
      const feed = parseFeed(JSON.stringify({ feed: { title: label('Reviews'), entry } }))
      expect(feed).toMatchObject({ title: 'Reviews', entries: [{ id: '17', title: 'Bad', stars: 2 }] })
      expect(feed?.entries).toMatchObject([
        {
          ...{
            address: 'https://apps.example/1',
            publishedAt: Date.UTC(2026, 10, 20, 17),
            text: { plain: 'Acme <3' },
          },
          author: { name: 'Kim', address: 'https://apps.example/kim' },
        },
      ])
    }
    expect(parseFeed(JSON.stringify({ feed: { entry: 'x' } }))).toBeUndefined()
  })

  it.each<[html: string, stars: number | undefined]>([
    ['<div class="hreview"><abbr class="rating" title="4">★★★★☆</abbr> Good</div>', 4],
    ['<div class="post h-review"><data class="p-rating" value="2.5"></data></div>', 2.5],
    ["<div class='hreview'><span title='9/10' class='big rating'>9</span></div>", 4.5],
    ['<div class="hreview"><span class="rating">★★☆☆☆</span></div>', 2],
    ['<div class="hreview-aggregate"><span class="rating">4</span></div>', undefined],
    ['<div class="box"><span class="rating">4</span></div>', undefined],
    ['<div class="hreview"><p>no stars</p></div>', undefined],
  ])('marked as a review in its text %s has %j stars', (html, stars) => {
    const item = `<item><title>Review</title><description><![CDATA[${html}]]></description></item>`
    expect(parseFeed(`<rss><channel>${item}</channel></rss>`)?.entries[0]?.stars).toBe(stars)
  })

  it('has no stars if there are only those of all readers', () =>
    expect(parseFeed(json({ _acme: { likes: 3 } }))?.entries[0]?.stars).toBeUndefined())

  it.each<[authors: object]>([
    [{ authors: [{ username: 'jo' }] }],
    [{ authors: { name: 'jo' } }],
    [{ authors: ['jo'] }],
    [{ author: { name: ' ', username: 'jo' } }],
    [{ author: 'jo' }],
  ])('in a JSON Feed has its author in %j', (authors) =>
    expect(parseFeed(json(authors))?.entries[0]?.author?.name).toBe('jo'),
  )
})

it.each([
  ['alternate nofollow', 'https://x.example/1'],
  ['related', undefined],
  ['self', undefined],
  ['replies', undefined],
])('a link with the relation "%s" gives the address %s', (relation, expected) =>
  expect(entryOf(atom(`<id>1</id><link rel="${relation}" href="https://x.example/1"/>`)).address).toBe(
    expected,
  ),
)

describe('the title of an entry', () => {
  const title = (text: string) => entryOf(rss(`<title>${text}</title>`)).title

  it.each([
    ['Plain', 'Plain'],
    ['A &amp; B', 'A & B'],
    ['A &amp;amp; B', 'A & B'],
    ['Acme&#8217;s &amp;#8220;best&amp;#8221;', 'Acme’s “best”'],
    ['AT&T and R&D', 'AT&T and R&D'],
    ['Caf&eacute;', 'Café'],
    ['It&#146;s &#147;Acme&#x94; &#133;', 'It’s “Acme” …'],
    ['&lt;b&gt;Acme&lt;/b&gt; wins', 'Acme wins'],
    ['<![CDATA[<em>Acme</em> wins]]>', 'Acme wins'],
    ['A <b>bold</b> claim', 'A bold claim'],
    ['Use List&lt;String&gt; and &lt;blink&gt;', 'Use List<String> and <blink>'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['&lt;![CDATA[Twice]]&gt;', 'Twice'],
    ['  two\n   lines ', 'two lines'],
    ['How to load &lt;script&gt; lazily with Acme', 'How to load <script> lazily with Acme'],
    ['&lt;script type="module"&gt; and &lt;STYLE&gt; in Acme', '<script type="module"> and <STYLE> in Acme'],
    ['&lt;script&gt;track()&lt;/script&gt;Acme &lt;style&gt; tips', 'Acme <style> tips'],
  ])('%s reads as %s', (text, expected) => expect(title(text)).toBe(expected))

  it('is left out if there is none', () => expect(entryOf(rss('<title> </title>')).title).toBeUndefined())

  it.each(['script', 'title', 'video', 'template'])(
    'of HTML keeps what follows the name of an element that is never closed: %s',
    (name) =>
      expect(entryOf(atom(`<title type="html">Load &lt;${name}&gt; lazily with Acme</title>`)).title).toBe(
        `Load <${name}> lazily with Acme`,
      ),
  )

  it('keeps the markup that Atom declares as text', () =>
    expect(entryOf(atom('<title type="text">Use the &lt;b&gt; tag</title>')).title).toBe('Use the <b> tag'))
})

describe('the text of an entry', () => {
  it('is the summary if the content is elsewhere or no text', () => {
    expect(
      entryOf(atom('<content src="https://x.example/v.mp4" type="video/mp4"/><summary>S</summary>')).text,
    ).toEqual({
      html: 'S',
    })
    expect(
      entryOf(atom('<content type="image/png">iVBORw0KGgo=</content><summary>S</summary>')).text,
    ).toEqual({
      html: 'S',
    })
  })
  it('is the description of a video if there is no other', () => {
    const video = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/">
      <entry><id>yt:video:1</id><title>T</title><link rel="alternate" href="https://www.youtube.com/watch?v=1"/>
      <author><name>Claude</name><uri>https://www.youtube.com/channel/UC1</uri></author>
      <media:group><media:title>T</media:title><media:description>About &lt;Acme&gt;</media:description>
      <media:community><media:starRating count="899" average="5.00"/><media:statistics views="45537"/></media:community></media:group></entry></feed>`
    expect(entryOf(video)).toMatchObject({
      text: { plain: 'About <Acme>' },
      metrics: { views: 45537, likes: 899 },
      author: { name: 'Claude', address: 'https://www.youtube.com/channel/UC1' },
    })
  })
})

describe('the other fields of an entry', () => {
  it.each([
    ['<author>jo@x.example (Jo Doe)</author>', 'Jo Doe'],
    ['<author>Jo Doe &lt;jo@x.example&gt;</author>', 'Jo Doe'],
    ['<author>Jo Doe (jo@x.example)</author>', 'Jo Doe'],
    ['<author>Jo Doe (jo&amp;#64;x.example)</author>', 'Jo Doe'],
    ['<dc:creator>Jo Doe, jo [at] x.example</dc:creator>', 'Jo Doe'],
    ['<dc:creator>Jo &amp;amp; Mia</dc:creator>', 'Jo & Mia'],
  ])('reads %s as the author', (item, name) => expect(entryOf(rss(item)).author?.name).toBe(name))

  it('leaves out an author who is only an address of mail', () =>
    expect(entryOf(rss('<author>jo@x.example</author>')).author).toBeUndefined())

  it('leaves out the address of mail behind a name: author-name-then-mail', () =>
    expect(entryOf(fileOf('author-name-then-mail')).author).toEqual({ name: 'Ann Lee' }))

  it('leaves out the address of mail of an author in a JSON feed', () => {
    const [bo] = parseFeed(json({ authors: [{ name: 'Bo (bo@x.example)' }] }))?.entries ?? []
    expect(bo?.author).toEqual({ name: 'Bo' })
  })

  it('gives the author of the feed to entries without one, but the one of the source first', () => {
    const feed = '<author><name>Ann</name></author>'
    expect(entryOf(atom('<title>T</title>', feed)).author?.name).toBe('Ann')
    expect(entryOf(atom('<source><author><name>Bo</name></author></source>', feed)).author?.name).toBe('Bo')
  })

  it('reads numbers of comments', () => {
    expect(entryOf(rss('<slash:comments>12</slash:comments>')).metrics).toEqual({ comments: 12 })
    expect(entryOf(rss('<thr:total>3</thr:total>')).metrics).toEqual({ comments: 3 })
    expect(entryOf(rss('<slash:comments>many</slash:comments>')).metrics).toBeUndefined()
  })

  it('reads places', () => {
    expect(entryOf(rss('<georss:point>52.5 13.4</georss:point>')).location).toEqual({
      latitude: 52.5,
      longitude: 13.4,
    })
    expect(entryOf(rss('<geo:lat>52.5</geo:lat><geo:long>13.4</geo:long>')).location).toEqual({
      latitude: 52.5,
      longitude: 13.4,
    })
    expect(entryOf(rss('<georss:point>952.5 13.4</georss:point>')).location).toBeUndefined()
  })

  it('reads the newspaper of Google News and of Bing News', () => {
    expect(entryOf(rss('<source url="https://www.coindesk.com">CoinDesk</source>')).origin).toEqual({
      name: 'CoinDesk',
      address: 'https://www.coindesk.com',
    })
    const bing =
      '<rss version="2.0" xmlns:News="https://www.bing.com/news/search?q=acme&amp;format=rss"><channel><item><News:Source>Kompas Money</News:Source></item></channel></rss>'
    expect(entryOf(bing).origin?.name).toBe('Kompas Money')
  })

  it('takes the next time if the first one cannot be read', () =>
    expect(
      entryOf(rss('<pubDate>yesterday</pubDate><dc:date>2026-11-20T12:00:00Z</dc:date>')).publishedAt,
    ).toBe(noon))
})

describe('hints about the next request', () => {
  const hints = (channel: string) => parseFeed(rss('', channel))?.hints

  it('reads ttl, skipHours and skipDays', () =>
    expect(
      hints(
        '<ttl>120</ttl><skipHours><hour>0</hour><hour>24</hour><hour>x</hour></skipHours><skipDays><day>Sunday</day><day>monday</day><day>Never</day></skipDays>',
      ),
    ).toEqual({ everyMs: 7_200_000, skipHours: [0], skipDays: [0, 1] }))
  it('reads sy:updatePeriod and sy:updateFrequency', () =>
    expect(
      hints('<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>'),
    ).toEqual({
      everyMs: 21_600_000,
    }))
  it('ignores nonsense', () =>
    expect(hints('<ttl>soon</ttl><sy:updatePeriod>often</sy:updatePeriod>')).toEqual({}))
})

describe('documents that are not well-formed', () => {
  it.each([
    ['junk before it', `junk\n${rss('<title>One</title>')}`],
    ['a byte order mark and blank lines', `\u{FEFF}\n\n${rss('<title>One</title>')}`],
    ['control characters', rss('<title>O\u{1}ne</title>').replace('O\u{1}ne', '\u{1}One\u{8}')],
    ['a bare ampersand', rss('<title>One</title><link>https://x.example/?a=1&b=2</link>')],
    ['a cut end', rss('<title>One</title><description>text').replace('</item></channel></rss>', '')],
    ['markup that is not closed', rss('<title>One</title><description>a<br>b<p>c</description>')],
    ['an undeclared prefix', '<rss><channel><item><title>One</title><media:x/></item></channel></rss>'],
    ['another case', '<RSS><CHANNEL><ITEM><TITLE>One</TITLE></ITEM></CHANNEL></RSS>'],
    ['a channel without rss around it', '<channel><item><title>One</title></item></channel>'],
  ])('reads a feed with %s', (_what, document) => expect(entryOf(document).title).toBe('One'))

  it('reads entries whose closing tags are missing', () =>
    expect(
      parseFeed(
        '<rss><channel><item><title>One</title><item><title>Two</title></channel></rss>',
      )?.entries.map(({ title }) => title),
    ).toEqual(['One', 'Two']))
})

describe('a post that shows a feed of another format', () => {
  const shown = `{ "version": "https://jsonfeed.org/version/1.1", "items": [ { "id": "1", "url": "https://x.example/shown", "title": "Shown" } ] }`
  const warning = '<br />\n<b>Warning</b>: {x} in <b>/srv/feed.php</b>\n'
  const ofRss = rss(`<title>Real</title><description><![CDATA[<pre>${shown}</pre>]]></description>`)
  const ofAtom = atom(`<title>Real</title><content type="html">&lt;pre&gt;${shown}&lt;/pre&gt;</content>`)
  const ofJson = json({ title: 'Real', content_text: rss('<title>Shown</title>') })

  it.each([
    ['RSS', ofRss],
    ['RSS behind a warning', warning + ofRss],
    ['RSS behind a line of a log', `[debug] ${ofRss}`],
    ['Atom', ofAtom],
    ['a JSON Feed', ofJson],
    ['a JSON Feed behind a warning', warning + ofJson],
  ])('does not replace %s', (_format, document) =>
    expect(parseFeed(document)?.entries.map(({ title }) => title)).toEqual(['Real']),
  )
})
