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

/** `:)`, `;-D`, `<3`, `xD` and the like. List numbers, sizes and scores are none: "8)", "XP", "0 :3". */
export const glad = new RegExp(
  [
    String.raw`${apart}[:;=][-'\u2019^o]?[)\]]+${ended}`,
    `${apart}[:;=][-'’^]?(?:D+|[pP]+)${ended}`,
    String.raw`${apart}${unpaired('*')}[:;]-?\*(?!\*)${ended}`,
    `${apart}[:;]-?>${ended}`,
    // "<3" is a number if a unit follows.
    String.raw`(?<![\p{L}\p{N}<])(?:<|&lt;)3+(?!\p{N}|[.,]\p{N}|\s*[\p{L}%\u20ac$\u00a3\u00b0])`,
    String.raw`(?<=(?<!\p{L})(?:[iI]|[wW]e|[yY]ou)\s+)<3+(?=\s+\p{L})`,
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
