/** What the pages say, in the two languages that Kedge speaks. */
export const words = {
  en: {
    home: 'This is Kedge, an application platform. It is running.',
    homeMore: 'Everything that it does is done through its API.',
    apiDocs: 'API documentation',
    apiDocsMore: 'every operation, to be read and tried',
    health: 'Health',
    invitation: 'Join a team',
    invitationMore:
      'Somebody has invited you. If you have an account here, enter its password; if not, choose one.',
    password: 'Choose a new password',
    passwordMore: 'The link works once.',
    code: 'Code from the link',
    newPassword: 'Password (at least 12 characters)',
    send: 'Continue',
    joined: (email: string) => `You are a member of the team. Your account is ${email}.`,
    passwordSet: 'The new password holds.',
    firstToken: 'With your email address and password you can now make a token:',
    failed: 'That did not work',
    back: 'Try again',
  },
  ja: {
    home: 'Kedge（アプリケーションプラットフォーム）が稼働しています。',
    homeMore: 'すべての操作は API から行えます。',
    apiDocs: 'API ドキュメント',
    apiDocsMore: 'すべての操作を確認し、その場で試せます',
    health: '稼働状況',
    invitation: 'チームに参加する',
    invitationMore:
      'チームへの招待が届いています。アカウントをお持ちの場合はそのパスワードを、お持ちでない場合は新しいパスワードを入力してください。',
    password: '新しいパスワードの設定',
    passwordMore: 'このリンクは一度だけ使えます。',
    code: 'リンクに含まれるコード',
    newPassword: 'パスワード（12 文字以上）',
    send: '続ける',
    joined: (email: string) => `チームに参加しました。アカウントは ${email} です。`,
    passwordSet: '新しいパスワードを設定しました。',
    firstToken: 'メールアドレスとパスワードを使って、トークンを作成できます。',
    failed: '処理できませんでした',
    back: 'もう一度試す',
  },
};

export type Language = keyof typeof words;

/** The first of our languages that the browser names; they come in the order of preference. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const first = /\b(en|ja)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return first === 'ja' ? 'ja' : 'en';
}
