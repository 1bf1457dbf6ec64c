export const ja = {
  help: '• `held`, `held acme`: 関連がないと判断して保留したもの（ボタンで投稿できます）',
  notOn:
    'このチャンネルで保留しているものはありません。何に関する購読か（about）を設定した購読がないためです。詳しくは docs/use/relevance.md を見てください。',
  already: 'このメンションは、すでに保留から戻されています。',
  posted: 'このメンションは、すでにチャンネルにあります。',
  gone: 'このメンションはもう保留されておらず、メンションサービスにもありません。',
  onItsWay: 'まもなくこのメンションを投稿します。今回の判断は今後に生かします。',
  dismissed:
    'このメンションを一覧から外しました。今回の判断は今後に生かします。「投稿する」でまだ投稿できます。',
  whyHeld: '/mentions held で投稿できます。',
  whyDismissed: '関連がないと判断した人がいるため、/mentions held の一覧から外されました。',
  whyBroughtBack: '保留から戻した人がいるため、あとから投稿されました。',
  letThrough:
    'これは「{name}」に関するものですか？ Overheard は違うと判断しました。関連があれば担当し、なければ「関連なし」を選んでください。',
  steppedBack:
    '「{name}」との関連がないと判断して保留したメンション {held, plural, other {# 件}}のうち {back, number} 件が戻されました。想定より多い数です。',
  holdsLess:
    'Overheard は保留を減らしました。対応は必要ありません。詳しくは docs/use/relevance.md を見てください。',
  quoted: '「{word}」',
  line: 'メンション {count, plural, other {# 件}}を保留しました。おそらく「{name}」とは関連がありません。',
  lineWithWords:
    'メンション {count, plural, other {# 件}}を保留しました。おそらく「{name}」とは関連がありません（{words} という語があります）。',
  show: '自分だけに表示',
  nothing: '「{name}」との関連がないと判断して保留しているものはありません。',
  list: '「{name}」との関連がないと判断して保留したメンション {total, plural, other {# 件}}（新しい順）：',
  listWithLineFirst:
    '「{name}」との関連がないと判断して保留したメンション {total, plural, other {# 件}}（このお知らせの分が先）：',
  shown: '{count, plural, =1 {{from, number} 件目です。} other {{from, number}～{to, number} 件目です。}}',
  checked: '{count, plural, other {ほかに、似たメンション # 件を、判断の確認のために投稿しました。}}',
  post: '投稿する',
  dismiss: '関連なし',
  more: 'さらに表示',
  learned:
    '対応したメンションと「関連なし」にしたメンション、計 {count, plural, other {# 件}}から学習しています。',
  missingLabels: '判断済みのメンションあと {missing, number} 件（必要数 {needed, number} 件）',
  missingRelevant: 'うち関連のあるものあと {missing, number} 件（必要数 {needed, number} 件）',
  missingNoise: 'うち関連のないものあと {missing, number} 件（必要数 {needed, number} 件）',
  notYet: 'まだ学習していないため、about のルールだけで保留しています。学習に必要なもの：{missing}。',
  week: '過去 7 日間に「{name}」との関連がないと判断して保留：{held, number} 件、うち {back, number} 件が戻されました。',
  labelDamagedName: 'メンションのラベル',
  labelDamaged: 'このメンションはフィルターの学習に使われません。',
  wordsDamagedName: '学習した語',
  heldDamagedName: '保留したメンション',
  heldDamaged:
    'このメンションは /mentions held に表示されなくなりますが、チャンネルのボタンからは投稿できます。',
  stopped: '「{subscription}」での従来どおりの保留',
} as const
