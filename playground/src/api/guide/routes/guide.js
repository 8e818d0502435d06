'use strict';

const { factories } = require('@strapi/strapi');

// Everybody may read guides: the playground has no users apart from administrators.
module.exports = factories.createCoreRouter('api::guide.guide', {
  config: { find: { auth: false }, findOne: { auth: false } },
});
