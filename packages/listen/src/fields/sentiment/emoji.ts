/** Written by hand for this project. */
const degrees: Record<number, string> = {
  3: '😍 🥰 ❤ ♥ 💕 💖 💗 💓 💞 💘 💝 😻 🤩 🥳 🏆 💯 🎉 🎊 💜 💙 💚 🧡 💛 🖤 🤍 💟',
  2: '😊 😀 😃 😄 😁 ☺ 🙂 😇 😘 😗 😙 😚 😋 🤗 😎 👍 👏 🙌 💪 🙏 👌 🤝 ✨ 🌟 ⭐ 🌞 ☀ 🌈 🌸 🌹 🌺 🌷 💐 🎈 🎁 🥂 🍾 🍻 🎂 💋 😌 🤟 🔥 👑 💃 🕺 ✌ 🍀 💫 😸 😺 🥇 👼 💏 💑',
  1: '😂 🤣 😆 😅 😉 😏 😜 😝 😛 🤪 ✅ ☕ 🎶 🎵 ⚽ 🙈 🙊 🚀 📈 😹 🆒 🤓',
  [-1]: '😐 😑 😕 🤔 🙄 😬 😪 😴 🥱 😶 🤷 🤦 😯 😮 😦 😧 ❓ ⚠ 📉 🆘 😷 🤒 🤕 🥺 😥 😓 😰',
  [-2]: '😒 😞 😔 😟 🙁 ☹ 😣 😖 😫 😩 😢 😭 😤 😿 😾 👎 💔 😨 😱 🚫 ❌ 😳 🤥 💀 ☠ 🐍 🤡',
  [-3]: '😡 😠 🤬 🤮 🤢 💩 🖕 👿 😈',
}

export const emojiDegrees = new Map(
  Object.entries(degrees).flatMap(([degree, list]) =>
    list.split(' ').map((emoji): [string, number] => [emoji, Number(degree)]),
  ),
)

/** A face stands apart: there is none in "(=)", "Milano (MI):" or `C:\`. */
const apart = String.raw`(?<![\p{L}\p{M}\p{N}()[\]{}<>|/\\=:;,%&_-]|(?<!\.)\.)`
const ended = String.raw`(?![\p{L}\p{M}\p{N}])`
/** For faces that are ordinary signs, too. */
const alone = (face: string) => String.raw`(?<!\S)(?:${face})(?!\S)`
/** For faces that are letters, too. */
const aside = (face: string) => String.raw`(?<!\S)(?:${face})(?![^\s.,!?\u2026])`
/** The sign does not pair with one before it in the line, as in a table or in bold text. */
const unpaired = (sign: string) => String.raw`(?<![${sign}][^\n]{0,200})`

/** What is counted: a "<3" before it is a number. */
const counted = [
  '(?:milli|micro|nano)?se[ck](?:s|ond[eos]?s?|unden?)?|min(?:s|ut[aeos]*s?|uten?)?|h|hrs?|hours?|days?|weeks?|months?|years?',
  'jours?|heures?|semaines?|mois|ans?|d[i\u00ed]as?|horas?|semanas?|mes(?:es)?|m[e\u00ea]s|a[n\u00f1]os?|anos?|Stunden?|Tagen?|Wochen?|Monaten?|Jahren?',
  'ms|ns|[kmgt]i?b|[kc]?m|mm|k?g|lbs?|[km]?w|[kmg]?hz|fps|px|usd|eur|euros?|dollars?|percent|x|times|(?:business|working)',
  'people|users?|persons?|personen|personnes?|personas?|pessoas?|employees|clicks?|steps?|points?|stars?|lines?|items?|out|or',
  '(?!I(?!\\p{L}))\\p{Lu}{1,4}|k[A-Z][a-z]?|[kMG]Hz|Days|Hours|Minutes|Seconds|Weeks|Months|Years|Users|People',
].join('|')
const beforeNumbers =
  '[iI]n|within|under|at|is|are|was|were|has|have|had|takes?|took|needs?|only|of|for|to|with|from|nur|dans|en|em|por|pour|avec'
/** What a colon ends, and a bracket after it. */
const labels =
  '[nN]otes?|[nN]otiz|[hH]inweis|[nN]ota|[pP][sS]|[eE]dit|[uU]pdate|[wW]arning|[eE]xamples?|[bB]elow|[fF]ollowing|https?'

/** `:)`, `;-D`, `<3`, `xD` and the like. List numbers, sizes and scores are none: "8)", "XP", "0 :3". */
export const glad = new RegExp(
  [
    String.raw`${apart}[:;=][-'\u2019^o]?[)\]]+${ended}`,
    `${apart}[:;=][-'’^]?(?:D+|[pP]+)${ended}`,
    String.raw`${apart}${unpaired('*')}[:;]-?\*(?!\*)${ended}`,
    `${apart}[:;]-?>${ended}`,
    // "<3" is a number if a unit follows.
    String.raw`(?<![\p{L}\p{N}<])(?:<|&lt;)3+(?!\p{N}|[.,]\p{N}|\s*[\p{L}\p{N}%\u20ac$\u00a3\u00b0])`,
    String.raw`(?<=(?<!\p{L})(?:[iI]|[wW]e|[yY]ou)\s+)<3+(?=\s+\p{L})`,
    String.raw`(?<=(?<!\p{N}|(?<!\p{L})(?:${beforeNumbers}))\s+)<3+(?=\s+(?!(?:${counted})(?!\p{L}))\p{L})`,
    // Glued to a word at its end: no label, and nothing in brackets, which the face would close.
    String.raw`[:;]-?\)+(?!\S)(?<=(?<![\p{L}\p{N}_:]|\([^()]{0,200})(?!(?:${labels})[:;])\p{L}\p{Ll}{1,40}[:;]-?\)+)`,
    String.raw`(?<![\p{L}\p{N}])\^[_.]?\^${ended}`,
    aside('8-[)D]+|[xX]D+|xd+'),
    aside(String.raw`(?<!\p{N}\s*):3`),
    alone(String.raw`\(-?[:=]|\(-?;`),
  ].join('|'),
  'gu',
)

export const sad = new RegExp(
  [
    String.raw`${apart}>?[:;=][-'\u2019\u00b4o]?(?:[(]+|[/\\](?!/)|\[(?!["'\]]))${ended}`,
    String.raw`${apart}${unpaired('|')}[:=]-?\|(?!\|)${ended}`,
    `${apart}[:;]-?[sS]${ended}`,
    String.raw`(?<![\p{L}\p{N}-])-[_.]+-${ended}(?!-)`,
    String.raw`(?<![\p{L}\p{N}<])</3(?!\p{N})`,
    String.raw`(?<!\S)D:(?=\s*(?:\n|$))`,
    alone(String.raw`\)-?[:=]|>[.:]?<`),
  ].join('|'),
  'gu',
)
