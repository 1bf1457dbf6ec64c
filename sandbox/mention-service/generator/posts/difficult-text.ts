import { parsePosts } from './parse-posts.ts'

const longTitle =
  'I have used the Acme app every single day for four years, on three phones, two tablets and a laptop, for groceries, for my thesis, for a wedding with a hundred and forty guests and for one very complicated house move, and here is, in no particular order and with pictures, everything I would change about it if anybody at Acme ever asked me'

const hostile = parsePosts(
  'en',
  'neutral',
  `
<!channel> <@U1> *x* <http://a|b> | …pasted this into Acme to see what happens: <!here> _underlined?_ ~struck~ \`code\` & &lt;b&gt; <https://example.com|free Acme>…
*Bold claim*: Acme > Notewise & <Tasklane> | …if (acme < 3) { return "<script>alert('Acme')</script>" } is a joke that only works in a *code* review…
[Acme](https://example.com) **review** {{name}} #{id} %s | …my template broke, sorry. What I wanted to say: Acme is <b>fine</b>…
`,
)

const strange = [
  ...parsePosts(
    'en',
    'positive',
    `🎉🎉🎉 ACME 🎉🎉🎉 | …👩‍👩‍👧‍👦 + 📝 + Acme = ❤️‍🔥 (yes, that is the whole review) 🏳️‍🌈…`,
  ),
  ...parsePosts('en', 'neutral', `Acme | …Acme…`),
  ...parsePosts(
    'en',
    'neutral',
    `${longTitle} | …so, number one: let me sort a list by aisle. Number two, dear Acme, see number one…`,
  ),
  ...parsePosts(
    'en',
    'negative',
    `A̷c̷m̷e̷ glitch on {device} | …the text in Acme looks like t̸h̸i̸s̸ since {day}, and only in the dark…`,
  ),
  ...parsePosts(
    'ar',
    'neutral',
    `مقارنة: Acme (الإصدار {version}) مقابل Notewise | …السعر {price} شهريًا‏ في Acme، والنسخة المجانية «محدودة»…`,
  ),
]

/**
 * Text that every reader of foreign text must survive: markup, long titles, emoji sequences, combining marks, mixed
 * directions.
 */
export const difficultText = [...hostile, ...strange]
