# An image that contains the command alone:
#     docker build -t ballast .
#     docker run --rm -v "$PWD:/dumps" -w /dumps ballast show .
# scripts/release/check_package.sh runs these steps without Docker.
FROM debian:12 AS build
WORKDIR /ballast
COPY scripts/dev/install_dependencies.sh scripts/
RUN scripts/dev/install_dependencies.sh
COPY . .
RUN cmake --preset static && cmake --build --preset static --target ballast_tool
RUN DESTDIR=/image cmake --install build/static --component runtime --prefix /usr --strip

FROM scratch
COPY --from=build /image /
ENTRYPOINT ["/usr/bin/ballast"]
CMD ["--help"]
