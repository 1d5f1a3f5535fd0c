/** What the pages say, in the two languages that Kedge speaks. */
export const words = {
  en: {
    home: 'Kedge is running',
    homeMore: 'This is an application platform. Everything that it does is done through its API.',
    apiDocs: 'API documentation',
    apiDocsMore: ': every operation, to read and to try',
    health: 'Health',
    healthMore: ': whether it can serve right now',
    invitation: 'Join a team',
    invitationMore:
      'Somebody has invited you. If you have an account here, enter its password; if not, choose one.',
    password: 'Choose a new password',
    passwordMore: 'The link works once.',
    code: 'Code from the link',
    pasteCode: 'Without JavaScript this field stays empty: paste what follows the # in the link.',
    newPassword: 'Password (at least 12 characters)',
    send: 'Continue',
    joined: 'You have joined the team',
    passwordSet: 'Your new password is set',
    account: (email: string) => `Your account is ${email}.`,
    firstToken: 'This command makes a token for you. It asks for your password.',
    failed: 'That did not work',
    anotherCode: 'Enter another code',
    wrong: {
      code: 'The code is not right: it is what follows the # in the link.',
      password: 'The password must have 12 to 256 characters.',
    },
    problems: {
      invalid_code:
        'This link was used, withdrawn or replaced by a newer one, or it is too old. Ask for a new one.',
      unauthorized:
        'There is already an account for the address that was invited. Enter the password of that account.',
      conflict: 'This account is already a member of the team.',
      rate_limit: 'There were too many tries. Wait a little, then try again.',
      payload_too_large: 'What was sent is too long. Open the link again and start anew.',
      unavailable: 'This cannot be done right now. Try again in a few seconds.',
    },
    otherProblem: (requestId: string) =>
      `If it happens again, give this number to whoever runs this server: ${requestId}`,
  },
  ja: {
    home: 'Kedge は稼働しています',
    homeMore: 'アプリケーション基盤です。すべての操作は API から行えます。',
    apiDocs: 'API ドキュメント',
    apiDocsMore: '：すべての操作を確認し、その場で試せます',
    health: '稼働状況',
    healthMore: '：現在リクエストに応答できるかを確認できます',
    invitation: 'チームに参加する',
    invitationMore:
      'チームへの招待が届いています。アカウントをお持ちの場合はそのパスワードを、お持ちでない場合は新しいパスワードを入力してください。',
    password: '新しいパスワードの設定',
    passwordMore: 'このリンクは一度だけ使えます。',
    code: 'リンクに含まれるコード',
    pasteCode:
      'JavaScript が無効なため、コードは自動で入力されません。リンクの # より後ろの部分を貼り付けてください。',
    newPassword: 'パスワード（12 文字以上）',
    send: '続ける',
    joined: 'チームに参加しました',
    passwordSet: '新しいパスワードを設定しました',
    account: (email: string) => `アカウントは ${email} です。`,
    firstToken: '次のコマンドでトークンを作成します。パスワードの入力が必要です。',
    failed: '処理できませんでした',
    anotherCode: '別のコードを入力する',
    wrong: {
      code: 'コードが正しくありません。リンクの # より後ろの部分を入力してください。',
      password: 'パスワードは 12\u00a0文字以上 256\u00a0文字以下で入力してください。',
    },
    problems: {
      invalid_code:
        'このリンクは使用済み、期限切れ、または無効です。新しいリンクを発行してもらってください。',
      unauthorized:
        '招待されたメールアドレスのアカウントはすでにあります。そのアカウントのパスワードを入力してください。',
      conflict: 'このアカウントは、すでにチームのメンバーです。',
      rate_limit: '試行回数が多すぎます。しばらく待ってから、もう一度お試しください。',
      payload_too_large: '送信された内容が長すぎます。リンクを開き直して、もう一度お試しください。',
      unavailable: '現在、処理できません。数秒待ってから、もう一度お試しください。',
    },
    otherProblem: (requestId: string) =>
      `繰り返し発生する場合は、次の番号をサーバーの管理者にお知らせください：${requestId}`,
  },
};

export type Language = keyof typeof words;
export type Words = (typeof words)[Language];

/** The first of our languages that the browser names; they come in the order of preference. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const first = /\b(en|ja)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return first === 'ja' ? 'ja' : 'en';
}
