'use strict';

const { factories } = require('@strapi/strapi');

// Everybody may read stories: the playground has no users apart from administrators.
module.exports = factories.createCoreRouter('api::story.story', {
  config: { find: { auth: false }, findOne: { auth: false } },
});
