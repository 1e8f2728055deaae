/** The API of the pictures of the site. */
import { Type } from 'typebox'
import { PictureData, TAKES_PICTURE } from '../../catalogue/images/image.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { orNull } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { homePictureAddress } from '../../shop/pictures.ts'
import { removePicture } from './remove-picture.ts'
import { addPicture, listPictures, type SitePicture } from './site-pictures.ts'

const access = { role: 'staff', permission: 'settings' } as const

const Picture = Type.Object(
  {
    hash: Type.String({ description: 'Names it in blocks.', examples: ['k3J9x0vQmZ2bT7aLw5RhYc'] }),
    title: Type.String({ examples: ['A lamp on a desk'] }),
    url: Type.String({ description: 'Its largest file.' }),
    width: orNull(Type.Integer()),
    height: orNull(Type.Integer()),
  },
  { title: 'SitePicture' },
)

const NewPicture = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      [TRIM]: 'words',
      [CHECK]: directionMark,
      examples: ['A lamp on a desk'],
    }),
    data: PictureData,
  },
  { title: 'NewSitePicture' },
)

export function pictureRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /admin/site-pictures', {
    id: 'listSitePictures',
    summary: 'List the pictures of the site',
    access,
    description: 'For blocks of the home page. The newest first.',
    answers: { 200: Type.Object({ items: Type.Array(Picture) }) },
    handler: async () => ({ items: (await listPictures(db)).map(shown) }),
  })

  operation(api, 'POST /admin/site-pictures', {
    id: 'addSitePicture',
    summary: 'Add a picture of the site',
    access,
    stepUp: WITHOUT_STEP_UP.picture,
    ...TAKES_PICTURE,
    description: 'Semel stores WebP files of its own making, without the metadata of the upload. SVG is refused.',
    once: true,
    body: NewPicture,
    answers: { 200: Picture },
    handler: async (request, reply) => {
      const { data, title } = request.body
      const upload = Buffer.from(data, 'base64')
      const picture = await addPicture(db, { upload, title, now: clock.now() })
      return answerOnce(context, request, reply, async () => shown(picture))
    },
  })

  operation(api, 'DELETE /admin/site-pictures/:hash', {
    id: 'removeSitePicture',
    summary: 'Remove a picture of the site',
    access,
    stepUp: WITHOUT_STEP_UP.picture,
    description: 'It leaves all blocks at once.',
    problems: ['not_found'],
    params: Type.Object({ hash: Type.String({ maxLength: 100, description: 'The hash of the picture.' }) }),
    handler: async request => {
      if (!(await removePicture(db, request.params.hash, clock.now())))
        throw new Problem('not_found', 'There is no such picture.')
    },
  })
}

function shown({ hash, title, width, height }: SitePicture) {
  return { hash, title, url: homePictureAddress(hash, 1600), width, height }
}
